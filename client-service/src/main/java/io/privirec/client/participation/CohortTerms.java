package io.privirec.client.participation;

import static io.privirec.client.participation.RefusedException.require;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.DistinctSums;
import io.privirec.federation.OnMissing;
import io.privirec.federation.SessionDigest;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Over whom a session's sums are opened, as a participant was told, and consents to.
public sealed interface CohortTerms {
  /// Whole cells of one text of the roster, or nothing.
  ///
  /// @param cells numbers of those that the session is over at first contact, ascending
  /// @param minParticipants that the cohort may shrink to by whole cells; its size where it may not
  /// @param maxAttempts of one round, by the coordinator's word
  record Closed(
      RosterReference roster,
      List<Integer> cells,
      OnMissing onMissing,
      int minParticipants,
      int maxAttempts)
      implements CohortTerms {
    public Closed {
      cells = List.copyOf(cells);
    }

    @Override
    public Digest digest(Algorithm algorithm, Instant dataAsOf) {
      return SessionDigest.of(algorithm, onMissing, minParticipants, dataAsOf);
    }

    @Override
    public DistinctSums sums() {
      return DistinctSums.closed(onMissing, cells.size(), maxAttempts);
    }

    @Override
    public void check(RoundRecord record, List<RoundStanding> joined) throws RefusedException {
      if (!(record.kind() instanceof RoundKind.Closed asked)) {
        throw new RefusedException(
            Refusal.EXACT_SUM_NOT_CLOSED, "the session is over whole cells, the round is not");
      }
      require(
          asked.roster().equals(roster),
          Refusal.ROSTER_SUPERSEDED,
          "the round relies on roster version %s, the consent is for version %s%s"
              .formatted(
                  asked.roster().version(),
                  roster.version(),
                  asked.roster().version() == roster.version() ? " with another text" : ""));
      List<Integer> present = present(joined);
      boolean mayShrink =
          onMissing == OnMissing.LEAVE_OUT_CELLS
              && record.roundIndex() == 0
              && joined.stream().allMatch(round -> round.key().index() == 0);
      require(
          mayShrink ? present.containsAll(asked.cells()) : present.equals(asked.cells()),
          Refusal.COHORT_CHANGED,
          "the round is over cells %s, consented to are %s, of which %s are left%s"
              .formatted(
                  asked.cells(),
                  cells,
                  present,
                  mayShrink ? "" : " and no cell may be left out now"));
      require(
          !mayShrink || record.cohort().size() >= minParticipants,
          Refusal.COHORT_CHANGED,
          "the round is over %s participants, consented to are at least %s"
              .formatted(record.cohort().size(), minParticipants));
      requireReserved(asked, joined);
    }

    /// Returns the cells of all joined rounds. The coordinator numbers the attempts, so the order
    /// of their numbers says nothing.
    private List<Integer> present(List<RoundStanding> joined) {
      List<Integer> present = new ArrayList<>(cells);
      joined.forEach(round -> present.retainAll(round.cells()));
      return present;
    }

    /// Each other cohort has other noise, and the session reserved ε for the attempts that it
    /// states. The same cohort has the same noise.
    private void requireReserved(RoundKind.Closed asked, List<RoundStanding> joined)
        throws RefusedException {
      long cohorts =
          Stream.concat(
                  joined.stream()
                      .filter(round -> round.key().index() == 0)
                      .map(RoundStanding::cells),
                  Stream.of(asked.cells()))
              .distinct()
              .count();
      require(
          cohorts <= sums().first(),
          Refusal.ATTEMPTS_EXCEEDED,
          "the session states %s attempts of a round, and this is cohort %s"
              .formatted(maxAttempts, cohorts));
    }
  }

  /// The survivors of each round. For sums with noise, and for sums that read no data.
  ///
  /// @param participants that the session begins with
  /// @param maxAttempts of one round, by the coordinator's word
  record Tolerant(int participants, int maxAttempts) implements CohortTerms {
    @Override
    public Digest digest(Algorithm algorithm, Instant dataAsOf) {
      return SessionDigest.of(algorithm, OnMissing.WAIT, participants, dataAsOf);
    }

    @Override
    public DistinctSums sums() {
      return DistinctSums.tolerant(maxAttempts);
    }

    @Override
    public void check(RoundRecord record, List<RoundStanding> joined) throws RefusedException {
      require(
          !record.isClosed(),
          Refusal.POLICY_MISMATCH,
          "the session bears losses, the round does not");
    }
  }

  /// What every signed round record binds of its session.
  ///
  /// @param dataAsOf names the snapshot that the session is over
  Digest digest(Algorithm algorithm, Instant dataAsOf);

  /// How many sums with different noise the session may open for each round. A coordinator that
  /// opens more of them draws beyond the session's reservation.
  DistinctSums sums();

  /// How often one round may be tried, by the coordinator's word.
  int maxAttempts();

  /// Refuses a round over others than those consented to.
  ///
  /// @param joined rounds of the session that this participant joined, in order
  void check(RoundRecord record, List<RoundStanding> joined) throws RefusedException;
}
