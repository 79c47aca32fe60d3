package io.privirec.coordinator.draft;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.secagg.ParameterSolver;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.ShareEnvelope;

/// What the messages of one round come to for one participant, masked input aside: an upper bound,
/// with ids of 64 bytes and everyone in every phase (docs/protocol.md, "Messages").
///
/// @param neighbours whom it masks with
/// @param up sent
/// @param down received
record MessageBytes(int neighbours, long up, long down) {
  private static final long HEADER = 2 + 32;
  private static final long ID = 1 + 64;
  private static final long COUNT = 2;
  private static final long LENGTH = 4;
  private static final long DIGEST = 32;
  private static final long SIGNATURE = 64;

  /// Of a round with these rules.
  static MessageBytes of(RoundKind kind, int cohort, KeyAgreement agreement) {
    return switch (kind) {
      case RoundKind.Closed _ -> closed(cohort, agreement);
      case RoundKind.Tolerant(Thresholds counts) -> tolerant(counts, agreement);
    };
  }

  private static MessageBytes closed(int cohort, KeyAgreement agreement) {
    boolean complete = cohort <= Thresholds.MAX_COMPLETE;
    int neighbours = complete ? cohort - 1 : ParameterSolver.connected(cohort);
    long advertisement = HEADER + ID + LENGTH + agreement.publicKeyBytes() + 2 + SIGNATURE;
    long published = HEADER + COUNT + cohort * (LENGTH + advertisement);
    long up = advertisement + HEADER + ID + DIGEST + SIGNATURE;
    long down = published;
    if (!complete) {
      up += DIGEST + HEADER + ID + DIGEST;
      down += cohort * DIGEST + HEADER + COUNT + cohort * (ID + DIGEST);
    }
    if (agreement.encapsulationBytes() > 0) {
      long encapsulations =
          HEADER
              + ID
              + COUNT
              + neighbours * (ID + LENGTH + agreement.encapsulationBytes() + SIGNATURE);
      up += encapsulations;
      down += encapsulations;
    }
    return new MessageBytes(neighbours, up, down);
  }

  private static MessageBytes tolerant(Thresholds counts, KeyAgreement agreement) {
    long cohort = counts.cohort();
    long neighbours = counts.neighbours();
    long advertisement =
        HEADER + ID + 2 * (LENGTH + agreement.publicKeyBytes()) + 2 + DIGEST + SIGNATURE;
    long shares =
        HEADER
            + ID
            + COUNT
            + neighbours
                * (ID
                    + 2 * (LENGTH + agreement.encapsulationBytes())
                    + ShareEnvelope.CIPHERTEXT_BYTES
                    + SIGNATURE);
    long reveal = HEADER + ID + DIGEST;
    long signed = HEADER + ID + DIGEST + SIGNATURE;
    long answer = HEADER + ID + COUNT + (neighbours + 1) * (ID + 1 + ShareEnvelope.SHARE_BYTES);
    long published = HEADER + COUNT + cohort * (LENGTH + advertisement);
    long seeds = HEADER + COUNT + cohort * (ID + DIGEST);
    long survivors = HEADER + COUNT + cohort * ID;
    long request = survivors + COUNT + (neighbours + 1) * (ID + SIGNATURE);
    return new MessageBytes(
        counts.neighbours(),
        advertisement + reveal + shares + 2 * signed + answer,
        published + seeds + shares + survivors + request);
  }
}
