package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.privirec.client.TestCoordinator;
import io.privirec.client.participation.SessionId;
import io.privirec.exposure.PlannedSum;
import io.privirec.federation.Algorithm;
import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ToldSumsTest {
  private static final SessionId OWN = new SessionId("own");
  private static final Algorithm SESSION =
      TestCoordinator.algorithm(PriviRecKParameters.gfCf(8, 2, 0.3, 7L, 8, 40), 40);

  private static Sum sum(String session, String name, Use use) {
    return new Sum(1, session, "ab".repeat(16), 1, 1, name, "cd".repeat(32), List.of("p1"), use);
  }

  private static Use equations(String algorithm, long columns, long ofPeers) {
    List<String> told = ofPeers == 0 ? List.of() : List.of("p1", "p2");
    return new Use.Exact(Optional.of(new Equations(algorithm, List.of(1), columns, ofPeers, told)));
  }

  @Test
  void planned_ofTwoProducts_hasTheColumnsOfBothAndNoneOfTheCounts() {
    ToldSums sums = ToldSums.of(OWN, SESSION, 7, Map.of(), List.of());

    assertThat(sums.planned())
        .containsExactly(
            new PlannedSum("privirec-k", 8, 1, 7), new PlannedSum("privirec-k", 8, 1, 8));
    assertThat(sums.counted()).isEqualTo(sums.planned());
  }

  @Test
  void earlier_sums_areThoseOfOtherSessionsWithTheLargerNumber() {
    List<LedgerEntry> entries =
        List.of(
            sum("a", "power-iteration-1", equations("privirec-k", 30, 30)),
            sum("b", "peer-factors", equations("ddppm", 5, 40)),
            sum("b", "item-degrees", equations("ddppm", 1, 1)),
            sum("c", "item-gram", new Use.Exact()),
            sum(OWN.value(), "power-iteration-1", equations("privirec-k", 8, 8)),
            new Presumed(2, "restored"));

    ToldSums sums = ToldSums.of(OWN, SESSION, 7, Map.of(), entries);

    assertThat(sums.earlier())
        .extracting(PlannedSum::algorithm, PlannedSum::columns)
        .containsExactly(tuple("privirec-k", 30), tuple("ddppm", 40));
    assertThat(sums.equationsBefore()).isEqualTo(70);
    assertThat(sums.uncounted()).isEqualTo(2);
  }

  /// Entries of earlier versions state no minimum support.
  @Test
  void earlier_sums_haveTheMinimumSupportOfTheirEntry() {
    Equations stated =
        new Equations("privirec-k", List.of(1), 30, 30, List.of("p1"), OptionalInt.of(1));
    List<LedgerEntry> entries =
        List.of(
            sum("a", "power-iteration-1", new Use.Exact(Optional.of(stated))),
            sum("b", "power-iteration-1", equations("privirec-k", 20, 20)));

    ToldSums sums = ToldSums.of(OWN, SESSION, 7, Map.of(), entries);

    assertThat(sums.earlier()).extracting(PlannedSum::minSupport).containsExactly(1, 5);
  }

  /// Sums of one seed and size would count as the same equations.
  @Test
  void counted_sums_haveSeedsOfTheirOwn() {
    List<LedgerEntry> entries =
        List.of(
            sum("a", "power-iteration-1", equations("privirec-k", 8, 8)),
            sum("b", "power-iteration-1", equations("privirec-k", 8, 8)));

    ToldSums sums = ToldSums.of(OWN, SESSION, 0, Map.of(new SessionId("c"), SESSION), entries);

    assertThat(sums.counted()).extracting(PlannedSum::seed).doesNotHaveDuplicates().hasSize(6);
  }

  @Test
  void approved_sessions_countInFullAndOnce() {
    List<LedgerEntry> entries =
        List.of(sum("c", "power-iteration-1", equations("privirec-k", 8, 8)));

    ToldSums sums = ToldSums.of(OWN, SESSION, 7, Map.of(new SessionId("c"), SESSION), entries);

    assertThat(sums.earlier()).extracting(PlannedSum::columns).containsExactly(8, 8);
  }
}
