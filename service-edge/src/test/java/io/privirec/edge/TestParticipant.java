package io.privirec.edge;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;

/// The one participant that the test service knows.
public final class TestParticipant {
  public static final ParticipantId ID = new ParticipantId("shop-1");
  public static final IdentityKeyPair IDENTITY =
      IdentityKeyPair.fromSeed(SecretBytes.copyOf(new byte[32]));

  private TestParticipant() {}
}
