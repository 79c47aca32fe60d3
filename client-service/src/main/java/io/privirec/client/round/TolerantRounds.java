package io.privirec.client.round;

import static io.privirec.client.participation.RefusedException.require;

import io.privirec.client.consent.Trust;
import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundStanding;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.roster.Colluders;
import io.privirec.secagg.roster.Roster;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The rule for the cohorts of tolerant rounds with noise. A coordinator that chooses a cohort
/// chooses participants that tell it their noise and their data, and so sees the totals of the
/// holder that is left. An honest coordinator has no choice: it begins with everybody of the
/// roster, tries a round again over the same cohort, and goes on over the survivors. A participant
/// compares each round with the rounds that it joined:
///
/// - Each sum has participants of three holders beside c colluders, also after losses. Here c is
///   the larger of the colluders of the noise and those of the roster ([Colluders]).
/// - The first round has everybody in the current cells of the roster, and no round has others.
/// - A later round has participants of the round before only, and at least as many as that round
///   needed. The participant itself masked for that round.
/// - No round needs fewer participants than the first round.
/// - All attempts of a round have the same cohort, and there are as many as the session states. No
///   attempt follows an attempt whose sum this participant helped to open, and no attempt of an
///   earlier round follows.
///
/// After a restore of the database, the participant may have forgotten that it signed survivors of
/// an attempt, or that it answered. The ledger has both, and no attempt follows.
///
/// So a session opens no more than one sum for each round. Two sums would need answers of the same
/// honest participant, because the threshold counts colluders.
final class TolerantRounds {
  private TolerantRounds() {}

  /// Returns the survivors of the session's attempts in the participant's ledger.
  @FunctionalInterface
  interface Agreed {
    List<Survivors> survivors() throws RefusedException;
  }

  /// Refuses a round that no honest coordinator opens.
  ///
  /// @param terms of the session, as a person read them
  /// @param joined rounds of the session that this participant joined, in order
  /// @param agreed asked only for rounds with noise: other rounds need no ledger
  static void check(
      RoundRecord record,
      RoundSpec round,
      Trust trust,
      CohortTerms terms,
      List<RoundStanding> joined,
      Agreed agreed)
      throws RefusedException {
    if (record.isClosed() || round.noise().isEmpty()) {
      return;
    }
    Roster roster = trust.requireRoster();
    Set<ParticipantId> cohort =
        record.cohort().stream().map(CohortMember::id).collect(Collectors.toUnmodifiableSet());
    Trust.requireNoneOutside(roster.withoutCell(new TreeSet<>(cohort)), roster);
    if (record.roundIndex() == 0) {
      requireEverybody(cohort, roster);
    } else {
      requireSurvivors(record, cohort, joined);
    }
    requireNext(record, cohort, joined);
    requireNoneForgotten(joined, agreed.survivors());
    requireReserved(record, terms, joined);
    requireHolders(record, round, roster);
  }

  /// Refuses a round with noise whose sum may have fewer than three holders beside all colluders.
  static void requireHolders(RoundRecord record, RoundSpec round, Roster roster)
      throws RefusedException {
    if (record.isClosed() || round.noise().isEmpty()) {
      return;
    }
    Optional<Roster> holders = Optional.of(roster);
    Set<ParticipantId> everybody = roster.inCurrentCells();
    int promised = round.noise().get().colluders();
    int colluders = Math.max(promised, Colluders.of(everybody, holders));
    int least = Colluders.leastSum(everybody, holders, colluders);
    int fewest = record.thresholds().minSurvivors();
    require(
        fewest >= least,
        Refusal.TOO_FEW_HOLDERS,
        "a sum of %s participants may have fewer than three holders beside %s colluders: it needs %s"
            .formatted(fewest, colluders, least));
  }

  private static void requireEverybody(Set<ParticipantId> cohort, Roster roster)
      throws RefusedException {
    Set<ParticipantId> absent = new TreeSet<>(roster.inCurrentCells());
    absent.removeAll(cohort);
    require(
        absent.isEmpty(),
        Refusal.COHORT_CHANGED,
        "a sum with noise that bears losses begins with everybody of the roster, and %s are not asked"
            .formatted(absent));
  }

  private static void requireSurvivors(
      RoundRecord record, Set<ParticipantId> cohort, List<RoundStanding> joined)
      throws RefusedException {
    int index = record.roundIndex();
    RoundStanding before =
        joined.stream()
            .filter(round -> round.key().index() == index - 1 && round.mayHaveSurvived())
            .findAny()
            .orElseThrow(() ->
                new RefusedException(
                    Refusal.COHORT_CHANGED,
                    "the participant masked for no attempt of round " + (index - 1)));
    require(
        before.cohort().containsAll(cohort) && cohort.size() >= before.minSurvivors(),
        Refusal.COHORT_CHANGED,
        "the round before had %s participants, and at least %s of them survive; this round has %s"
            .formatted(before.cohort().size(), before.minSurvivors(), cohort.size()));
    RoundStanding first = joined.getFirst();
    require(
        record.thresholds().minSurvivors() >= first.minSurvivors(),
        Refusal.COHORT_CHANGED,
        "a sum of the session has at least %s participants, of this round %s"
            .formatted(first.minSurvivors(), record.thresholds().minSurvivors()));
  }

  /// Refuses attempts that do not follow those that were joined.
  private static void requireNext(
      RoundRecord record, Set<ParticipantId> cohort, List<RoundStanding> joined)
      throws RefusedException {
    for (RoundStanding earlier : joined) {
      int index = earlier.key().index();
      require(
          index <= record.roundIndex(),
          Refusal.COHORT_CHANGED,
          "round %s was joined already".formatted(index));
      if (index == record.roundIndex()) {
        require(
            earlier.cohort().equals(cohort),
            Refusal.COHORT_CHANGED,
            "an earlier attempt of the round had another cohort");
        require(
            !earlier.isAnswered(),
            Refusal.ATTEMPTS_EXCEEDED,
            "the participant helped to open the sum of an earlier attempt");
      }
    }
  }

  /// Refuses if the ledger has a signature or an answer that the database has forgotten.
  private static void requireNoneForgotten(List<RoundStanding> joined, List<Survivors> agreed)
      throws RefusedException {
    for (Survivors entry : agreed) {
      require(
          joined.stream()
              .filter(earlier -> earlier.key().round().hex().equals(entry.round()))
              .anyMatch(earlier ->
                  switch (entry.step()) {
                    case SIGNED -> earlier.hasAgreed();
                    case ANSWERED -> earlier.isAnswered();
                  }),
          Refusal.SURVIVORS_CHANGED,
          "the ledger has survivors of an attempt that the database has forgotten");
    }
  }

  /// Each attempt has other noise, and the session reserved ε for the attempts that it states.
  private static void requireReserved(
      RoundRecord record, CohortTerms terms, List<RoundStanding> joined) throws RefusedException {
    long tried =
        joined.stream()
            .map(RoundStanding::key)
            .filter(key -> key.index() == record.roundIndex() && !key.round().equals(record.id()))
            .count();
    require(
        tried < terms.maxAttempts(),
        Refusal.ATTEMPTS_EXCEEDED,
        "the session states %s attempts of a round, and %s were joined"
            .formatted(terms.maxAttempts(), tried));
  }
}
