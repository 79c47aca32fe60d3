package io.privirec.secagg.message;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;

/// One share that a participant discloses about another: of its self-mask seed if it survived, *or*
/// of its mask key if it dropped out. No value can hold both. The share's index is the answering
/// participant's position among those who hold shares of the owner's secrets.
public sealed interface Reveal {
  /// Whose secret the share is of.
  ParticipantId owner();

  SecretBytes share();

  /// Removes what only a survivor's own seed can remove from the sum.
  record SelfMaskShare(ParticipantId owner, SecretBytes share) implements Reveal {
    public SelfMaskShare {
      requireShare(share);
    }
  }

  /// Removes the pairwise masks that a dropped participant left behind in the inputs of the others.
  record MaskKeyShare(ParticipantId owner, SecretBytes share) implements Reveal {
    public MaskKeyShare {
      requireShare(share);
    }
  }

  private static void requireShare(SecretBytes share) {
    if (share.sizeBytes() != ShareEnvelope.SHARE_BYTES) {
      throw new IllegalArgumentException(
          "share must be 32 bytes. Provided value: " + share.sizeBytes());
    }
  }
}
