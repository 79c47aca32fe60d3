package io.privirec.secagg.message;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.SortedSet;

/// Whose inputs the coordinator means to sum: everyone is to see the same list.
///
/// Bytes: `01 14 context[32] count[2]` and the survivors.
public record SurvivorList(Digest context, SortedSet<ParticipantId> survivors)
    implements CoordinatorMessage {
  static final int TYPE = 0x14;
  private static final byte[] DIGEST_TAG =
      "secagg/v1/survivors\0".getBytes(StandardCharsets.US_ASCII);

  public SurvivorList {
    survivors = Fields.copyOf(survivors);
  }

  /// What survivors sign.
  public Digest digest() {
    return Digest.of(DIGEST_TAG, encode());
  }

  /// Returns the statement of a survivor that it was told this list.
  public SurvivorSignature sign(ParticipantId sender, IdentityKeyPair identity) {
    return SurvivorSignature.sign(context, sender, digest(), identity);
  }

  @Override
  public byte[] encode() {
    return Fields.write(Fields.start(TYPE, context), survivors).toByteArray();
  }

  static SurvivorList read(CanonicalReader in) throws GeneralSecurityException {
    return new SurvivorList(Fields.context(in), Fields.readParticipants(in));
  }
}
