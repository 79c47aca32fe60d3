package io.privirec.lab.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MembershipCommandTest {
  private final LabCommand membership = new LabCommand("attack", "membership", "--catalogue=200");

  @Test
  void exactSums_areBrokenAndNoisyOnesAreNot() throws IOException {
    JsonNode report =
        membership.report("--epsilon=1", "--trials=1000", "--seeds=2", "--sessions=2");

    for (JsonNode row : report.get("rows")) {
      boolean exact = !row.has("epsilon");
      for (JsonNode proven : row.get("proven")) {
        // Always right in 500 trials proves no more than 4.9.
        if (exact) {
          assertThat(proven.doubleValue()).isBetween(4.85, 4.95);
        } else {
          assertThat(proven.doubleValue()).isLessThan(1);
        }
      }
      for (JsonNode advantage : row.get("advantages")) {
        if (exact) {
          assertThat(advantage.doubleValue()).isEqualTo(1);
        } else {
          assertThat(advantage.doubleValue())
              .isBetween(-.05, row.get("advantageBound").doubleValue());
        }
      }
    }
    assertThat(report.get("rows").size()).isEqualTo(6);
    assertThat(report.get("sessions").size()).isEqualTo(2);
    // Within four standard deviations of the mean of two sessions; the noise is seeded.
    for (JsonNode check : report.get("sessions")) {
      assertThat(check.get("absent").doubleValue()).isBetween(-2.9, 2.9);
      assertThat(check.get("present").doubleValue() - check.get("expected").doubleValue())
          .isBetween(-2.9, 2.9);
    }
  }

  @Test
  void sameSeeds_proveTheSame() throws IOException {
    String[] options = {"--algorithm=item-degrees", "--epsilon=3", "--trials=200", "--seeds=1"};
    JsonNode first = membership.report(options);
    assertThat(membership.report(options)).isEqualTo(first);
  }

  @Test
  void whatCannotBeUsed_isRefusedByName() {
    membership.refuses("--trials must be in [100, 1000000]", "--trials=99");
    membership.refuses("--confidence must be in (0, 1)", "--confidence=1");
    membership.refuses("Invalid value for option '--algorithm'", "--algorithm=als");
    membership.refuses("delta must be in (0, 1)", "--delta=0");
  }
}
