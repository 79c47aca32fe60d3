package io.privirec.client.consent;

import io.privirec.client.participation.SessionId;
import io.privirec.exposure.PlannedSum;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.wire.algorithm.FedPowerParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The sums without noise that tell about a participant's data: earlier sums, the sums of other
/// sessions that have an approval, and the planned sums of a session.
///
/// A sum of item degrees tells V alone. Each decoder knows V, so this sum adds no equation. A peer
/// learns the columns of the coordinator, and in `ddppm` the columns of each step. The larger of
/// the two numbers counts.
///
/// @param earlier sums of other sessions, with the planned sums of those that are open
/// @param planned sums of the session, in order
/// @param uncounted entries about sums of other sessions that state no equations
record ToldSums(List<PlannedSum> earlier, List<PlannedSum> planned, long uncounted) {
  /// Name of the sum that tells V.
  private static final String ITEM_DEGREES = "item-degrees";

  /// Minimum support of sums whose ledger entries do not state it: the default of all algorithms.
  private static final int USUAL_SUPPORT = 5;

  /// Distance of the seeds of earlier sums from the seeds of planned sums. Sums of one seed would
  /// count as the same equations.
  private static final long EARLIER_SEEDS = 1L << 32;

  ToldSums {
    earlier = List.copyOf(earlier);
    planned = List.copyOf(planned);
  }

  /// Collects the sums.
  ///
  /// @param session whose entries the plan covers
  /// @param seed of the session's start basis
  /// @param approved other open sessions without noise that have an approval
  /// @param entries of the participant's ledger
  static ToldSums of(
      SessionId session,
      Algorithm algorithm,
      long seed,
      Map<SessionId, Algorithm> approved,
      List<LedgerEntry> entries) {
    List<PlannedSum> earlier = new ArrayList<>();
    long uncounted = 0;
    for (LedgerEntry entry : entries) {
      if (entry instanceof Presumed) {
        uncounted++;
      } else if (entry instanceof Sum sum
          && sum.use() instanceof Use.Exact(var stated)
          && !sum.session().equals(session.value())
          && !approved.containsKey(new SessionId(sum.session()))
          && !sum.name().equals(ITEM_DEGREES)) {
        if (stated.isEmpty()) {
          uncounted++;
        } else {
          Equations told = stated.get();
          earlier.add(
              new PlannedSum(
                  told.algorithm(),
                  number(told.columns(), told.columnsOfPeers()),
                  told.minSupport().orElse(USUAL_SUPPORT),
                  seed + EARLIER_SEEDS + earlier.size()));
        }
      }
    }
    approved
        .values()
        .forEach(other -> earlier.addAll(planned(other, seed + EARLIER_SEEDS + earlier.size())));
    return new ToldSums(earlier, planned(algorithm, seed), uncounted);
  }

  private static List<PlannedSum> planned(Algorithm algorithm, long seed) {
    int minSupport =
        algorithm.disclosure() instanceof Disclosure.ExactSums exact ? exact.minSupport() : 1;
    List<PlannedSum> planned = new ArrayList<>();
    for (RoundSpec round : algorithm.specs()) {
      if (!round.name().equals(ITEM_DEGREES)) {
        int columns = number(round.columns(), algorithm.columnsOfPeers(round));
        planned.add(new PlannedSum(algorithm.id(), columns, minSupport, seed + planned.size()));
      }
    }
    return planned;
  }

  private static int number(long one, long other) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(one, other));
  }

  /// Returns all sums whose equations are known.
  List<PlannedSum> counted() {
    return Stream.concat(earlier.stream(), planned.stream()).toList();
  }

  /// Returns whether a sum may be over rows of whole numbers: interactions or ratings.
  boolean mayBeOfWholeNumbers() {
    return counted().stream()
        .anyMatch(sum -> sum.algorithm().startsWith(FedPowerParameters.ALGORITHM));
  }

  /// Adds up the equations of the earlier sums.
  int equationsBefore() {
    long sum = earlier.stream().mapToLong(PlannedSum::columns).sum();
    return number(sum, 0);
  }
}
