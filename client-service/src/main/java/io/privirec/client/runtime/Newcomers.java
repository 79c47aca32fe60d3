package io.privirec.client.runtime;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Colluders;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The rule for a holder that joins sessions with noise alone, or with so few other holders that
/// these could collude. Noise protects each user of that holder. It does not protect the holder's
/// totals, because readers can compare the releases before and after. So a person approves the
/// sentence once, and each cohort has at least 3 + c holders.
///
/// The roster tells a participant apart unless participants of more than c other holders stood in
/// exactly the same cells. A cohort of n holders has c = max(1, ⌈n/5⌉). All participants of the
/// same holder count together. The roster keeps former cells, so it shows which holders joined
/// later. A new cell of a holder with data and c holders without data is told apart, too.
///
/// A participant that the roster tells apart is a newcomer until its ledger has a sum with noise
/// since the participant stands in exactly these cells. So a participant that moves into another
/// cell is a newcomer there, even if its ledger has sums of earlier cells.
///
/// The approval is asked of newcomers, once for all cells. The size of the cohort counts as long as
/// the roster tells the participant apart.
///
/// This data does not show which cells other holders summed before. A session over the old and the
/// new cell together would not isolate a participant that moved between them. The rule still counts
/// it as a newcomer, because the coordinator may open the new cell alone later. The rule does not
/// see a move that the roster hides, for example by dropping the former cells.
///
/// @param roster the roster in force
/// @param names of a participant, also earlier names: an approval under one of them counts
/// @param standsSince since when a participant stands in the cells of the roster in force, and in
///   no others
/// @param approvals keeps what a person approved
/// @param mayAsk whether a person may be asked; false: a newcomer that the roster tells apart takes
///   no part
record Newcomers(
    Supplier<Optional<Roster>> roster,
    Function<ParticipantId, SortedSet<ParticipantId>> names,
    PrivacyLedgers ledgers,
    Function<ParticipantId, Instant> standsSince,
    StandingApprovals approvals,
    boolean mayAsk) {
  /// The sentence that a person approves once for a participant.
  static final String SENTENCE =
      "This participant joins alone, or with so few other holders that these could collude: the rest"
          + " of the cohort was there before. Noise protects its users. It does not protect its sales"
          + " figures and item pairs: comparing the releases before and after shows them, but for the"
          + " noise.";

  /// The name under which the approval is kept. A changed sentence needs another name.
  private static final String NAME = "join-alone-2";

  private static final int LEAST_OTHERS = 3;

  /// Returns whether a person must approve the sentence before the participant takes part.
  boolean needsApproval(ParticipantId participant, Algorithm algorithm, CohortTerms cohort) {
    return isNewcomer(participant, algorithm, cohort) && !isApproved(participant);
  }

  private boolean isApproved(ParticipantId participant) {
    return names.apply(participant).stream().anyMatch(name -> approvals.has(name, NAME));
  }

  /// Keeps the approval of the sentence, if the participant needs it.
  void approve(ParticipantId participant, Algorithm algorithm, CohortTerms cohort) {
    if (isNewcomer(participant, algorithm, cohort)) {
      approvals.keep(participant, NAME);
    }
  }

  /// Rejects a session that a newcomer may not join.
  void requireSession(ParticipantId participant, Algorithm algorithm, CohortTerms cohort)
      throws RefusedException {
    RefusedException.require(
        mayAsk || !isNewcomer(participant, algorithm, cohort),
        Refusal.JOIN_ALONE_REJECTED,
        "the participant would join alone, and privirec.client.join-alone is reject");
    requireSize(participant, algorithm, roster.get().map(inForce -> holders(cohort, inForce)));
  }

  /// Rejects a round whose cohort is too small: whole cells may have been left out since the
  /// session began.
  void requireRound(ParticipantId participant, Algorithm algorithm, RoundRecord record)
      throws RefusedException {
    List<ParticipantId> cohort = record.cohort().stream().map(CohortMember::id).toList();
    requireSize(participant, algorithm, roster.get().map(inForce -> holders(cohort, inForce)));
  }

  /// @param holders of the cohort; empty without a roster
  private void requireSize(
      ParticipantId participant, Algorithm algorithm, Optional<Integer> holders)
      throws RefusedException {
    if (holders.isPresent() && isToldApart(participant, algorithm, holders.get())) {
      int colluders = Math.max(Colluders.of(holders.get()), promised(algorithm));
      RefusedException.require(
          holders.get() >= LEAST_OTHERS + colluders,
          Refusal.TOO_FEW_TO_JOIN_ALONE,
          "the participant would join alone: with %d colluders the cohort needs %d holders, and has %d"
              .formatted(colluders, LEAST_OTHERS + colluders, holders.get()));
    }
  }

  private static int promised(Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? terms.colluders()
        : 0;
  }

  private static int holders(CohortTerms cohort, Roster roster) {
    Stream<Cell> cells =
        switch (cohort) {
          case CohortTerms.Closed closed ->
              roster.currentCells().stream().filter(cell -> closed.cells().contains(cell.number()));
          case CohortTerms.Tolerant _ -> roster.currentCells().stream();
        };
    return holders(cells.flatMap(cell -> cell.members().stream()).toList(), roster);
  }

  private static int holders(Collection<ParticipantId> cohort, Roster roster) {
    return (int) cohort.stream().map(id -> holder(id, roster)).distinct().count();
  }

  private static Optional<Holder> holder(ParticipantId participant, Roster roster) {
    return roster.member(participant).map(RosterMember::holder);
  }

  private boolean isNewcomer(ParticipantId participant, Algorithm algorithm, CohortTerms cohort) {
    return roster
            .get()
            .filter(inForce -> isToldApart(participant, algorithm, holders(cohort, inForce)))
            .isPresent()
        && !wasThereBefore(participant);
  }

  private boolean isToldApart(ParticipantId participant, Algorithm algorithm, int holders) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums
        && roster
            .get()
            .filter(inForce -> isToldApart(participant, inForce, Colluders.of(holders)))
            .isPresent();
  }

  private static boolean isToldApart(ParticipantId participant, Roster roster, int colluders) {
    List<Cell> cells = roster.cellsOf(participant);
    Optional<Holder> own = holder(participant, roster);
    return roster
        .currentCellOf(participant)
        .filter(cell ->
            cell.members().stream()
                    .filter(member -> roster.cellsOf(member).equals(cells))
                    .map(member -> holder(member, roster))
                    .filter(holder -> !holder.equals(own))
                    .distinct()
                    .count()
                <= colluders)
        .isPresent();
  }

  /// A locked ledger says nothing: the participant takes no part anyway.
  private boolean wasThereBefore(ParticipantId participant) {
    long since = standsSince.apply(participant).toEpochMilli();
    try {
      return ledgers.entries(participant).stream()
          .anyMatch(entry -> isWithNoise(entry) && entry.at() >= since);
    } catch (SumRefusal.Locked locked) {
      return false;
    }
  }

  private static boolean isWithNoise(LedgerEntry entry) {
    return entry instanceof Sum sum && sum.use() instanceof Use.Noise;
  }
}
