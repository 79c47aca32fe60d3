package io.privirec.privacy.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EquationTotalsTest {
  private static Sum sum(long at, Use use) {
    return new Sum(at, "s", "r" + at, 0, 1, "product", "c", List.of("shop-1"), use);
  }

  private static Use equations(long columns, long ofPeers, String... told) {
    return new Use.Exact(
        Optional.of(new Equations("ddppm", List.of(1), columns, ofPeers, List.of(told))));
  }

  @Test
  void columns_addUpByRecipient_forLife() {
    List<LedgerEntry> entries =
        List.of(
            sum(1, equations(25, 200, "shop-1", "shop-2")),
            sum(2, equations(61, 0, "shop-1")),
            sum(9_000_000_000L, equations(61, 8, "shop-2")),
            sum(3, new Use.Exact()),
            sum(4, new Histories(1).noise()),
            new Presumed(5, "restored"));
    assertThat(EquationTotals.of(entries))
        .isEqualTo(new EquationTotals(147, Map.of("shop-1", 200L, "shop-2", 208L), 1));
    assertThat(EquationTotals.of(List.of())).isEqualTo(new EquationTotals(0, Map.of(), 0));
  }

  @Test
  void firstSumWithoutNoise_isTheEarliestThatIsKnown() {
    LedgerEntry noisy = sum(1, new Histories(1).noise());
    LedgerEntry reserved = new Reserved(2, "s", List.of("shop-1"), 1);
    assertThat(PrivacySpent.firstWithoutNoise(List.of(noisy, reserved))).isEmpty();
    assertThat(
            PrivacySpent.firstWithoutNoise(
                List.of(noisy, sum(7, equations(1, 0)), sum(5, new Use.Exact()))))
        .isEqualTo(OptionalLong.of(5));
    assertThat(PrivacySpent.firstWithoutNoise(List.of(noisy, new Presumed(3, "restored"))))
        .isEmpty();
  }
}
