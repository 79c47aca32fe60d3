package io.privirec.client.runtime;

import io.privirec.exposure.PlannedSum;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The sums without noise that tell about a participant's data: earlier sums, and the planned sums
/// of a session.
///
/// A sum of item degrees tells V alone. Each decoder knows V, so this sum adds no equation. A peer
/// learns the columns of the coordinator, and in `ddppm` the columns of each step. The larger of
/// the two numbers counts.
///
/// @param earlier sums of other sessions
/// @param planned sums of the session, in order
/// @param uncounted sums of other sessions whose equations no ledger entry states
record ToldSums(List<PlannedSum> earlier, List<PlannedSum> planned, long uncounted) {
  /// Name of the sum that tells V.
  private static final String ITEM_DEGREES = "item-degrees";

  ToldSums {
    earlier = List.copyOf(earlier);
    planned = List.copyOf(planned);
  }

  /// Collects the sums.
  ///
  /// @param session whose entries the plan covers
  /// @param seed of the session's start basis
  /// @param entries of the participant's ledger
  static ToldSums of(SessionId session, Algorithm algorithm, long seed, List<LedgerEntry> entries) {
    int minSupport =
        algorithm.disclosure() instanceof Disclosure.ExactSums exact ? exact.minSupport() : 1;
    List<PlannedSum> earlier = new ArrayList<>();
    long uncounted = 0;
    for (LedgerEntry entry : entries) {
      if (!(entry instanceof Sum sum)
          || !(sum.use() instanceof Use.Exact(var stated))
          || sum.session().equals(session.value())
          || sum.name().equals(ITEM_DEGREES)) {
        continue;
      }
      if (stated.isEmpty()) {
        uncounted++;
      } else {
        Equations told = stated.get();
        earlier.add(
            new PlannedSum(
                told.algorithm(),
                number(told.columns(), told.columnsOfPeers()),
                minSupport,
                earlier.size()));
      }
    }
    List<PlannedSum> planned = new ArrayList<>();
    for (RoundSpec round : algorithm.rounds()) {
      if (!round.name().equals(ITEM_DEGREES)) {
        int columns = number(round.columns(), algorithm.columnsOfPeers(round));
        planned.add(new PlannedSum(algorithm.id(), columns, minSupport, seed + planned.size()));
      }
    }
    return new ToldSums(earlier, planned, uncounted);
  }

  private static int number(long one, long other) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(one, other));
  }

  /// Returns all sums whose equations are known.
  List<PlannedSum> counted() {
    return Stream.concat(earlier.stream(), planned.stream()).toList();
  }

  /// Adds up the equations of the earlier sums.
  int equationsBefore() {
    long sum = earlier.stream().mapToLong(PlannedSum::columns).sum();
    return number(sum, 0);
  }
}
