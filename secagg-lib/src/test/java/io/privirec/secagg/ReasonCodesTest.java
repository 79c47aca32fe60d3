package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.coordinator.RejectionReason;
import org.junit.jupiter.api.Test;

/// Codes stand in stored states, event logs and replies: they may be added to, never changed.
class ReasonCodesTest {
  @Test
  void abortReasons_codes_areFrozen() {
    assertThat(AbortReason.values())
        .extracting(AbortReason::code)
        .containsExactly(
            "record-signature-invalid",
            "threat-model-too-weak",
            "roster-missing",
            "outside-roster",
            "roster-superseded",
            "not-whole-cells",
            "not-in-cohort",
            "identity-key-mismatch",
            "context-mismatch",
            "out-of-order",
            "equivocation",
            "unknown-participant",
            "participant-missing",
            "own-keys-changed",
            "duplicate-key",
            "invalid-key",
            "advertisement-signature-invalid",
            "seed-commitment-invalid",
            "seed-mismatch",
            "seed-not-revealed",
            "encapsulation-invalid",
            "share-invalid",
            "too-few-survivors",
            "not-a-survivor",
            "survivors-changed",
            "survivor-signature-invalid",
            "too-few-signatures",
            "input-changed",
            "below-threshold",
            "shares-inconsistent",
            "mask-key-mismatch");
  }

  @Test
  void rejectionReasons_codes_areFrozen() {
    assertThat(RejectionReason.values())
        .extracting(RejectionReason::code)
        .containsExactly(
            "unknown-participant",
            "sender-mismatch",
            "wrong-phase",
            "dropped-out",
            "repeated-with-other-content",
            "context-mismatch",
            "bad-signature",
            "invalid-key",
            "duplicate-key",
            "seed-commitment-invalid",
            "seed-mismatch",
            "wrong-survivors",
            "wrong-recipients",
            "invalid-encapsulation",
            "false-complaint",
            "wrong-reveals");
  }

  @Test
  void faultReasons_codes_areFrozen() {
    assertThat(FaultReason.values())
        .extracting(FaultReason::code)
        .containsExactly("wrong-share", "bad-envelope");
  }

  @Test
  void phases_wireCodes_areFrozen() {
    assertThat(Phase.values()).extracting(Phase::wireCode).containsExactly(1, 6, 7, 2, 3, 4, 5);
    for (Phase phase : Phase.values()) {
      assertThat(Phase.ofWireCode(phase.wireCode())).isEqualTo(phase);
    }
  }
}
