package io.privirec.coordinator.session;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.ShareEnvelope;

/// What the messages of one round come to for one participant, masked input aside: an upper bound,
/// with ids of 64 bytes and everyone in every phase (docs/protocol.md, "Messages").
///
/// @param up sent
/// @param down received
record MessageBytes(long up, long down) {
  private static final long HEADER = 2 + 32;
  private static final long ID = 1 + 64;
  private static final long COUNT = 2;
  private static final long LENGTH = 4;
  private static final long DIGEST = 32;
  private static final long SIGNATURE = 64;

  static MessageBytes of(Thresholds counts, KeyAgreement agreement) {
    long cohort = counts.cohort();
    long neighbours = counts.neighbours();
    long advertisement =
        HEADER + ID + 2 * (LENGTH + agreement.publicKeyBytes()) + 1 + DIGEST + SIGNATURE;
    long shares =
        HEADER
            + ID
            + COUNT
            + neighbours
                * (ID
                    + 2 * (LENGTH + agreement.encapsulationBytes())
                    + ShareEnvelope.CIPHERTEXT_BYTES);
    long reveal = HEADER + ID + DIGEST;
    long signed = HEADER + ID + DIGEST + SIGNATURE;
    long answer = HEADER + ID + COUNT + (neighbours + 1) * (ID + 1 + ShareEnvelope.SHARE_BYTES);
    long published = HEADER + COUNT + cohort * (LENGTH + advertisement);
    long seeds = HEADER + COUNT + cohort * (ID + DIGEST);
    long survivors = HEADER + COUNT + cohort * ID;
    long request = survivors + COUNT + (neighbours + 1) * (ID + SIGNATURE);
    return new MessageBytes(
        advertisement + reveal + shares + 2 * signed + answer,
        published + seeds + shares + survivors + request);
  }
}
