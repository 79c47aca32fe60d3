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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// The rule for a holder that joins sessions with noise alone. Noise protects each user of that
/// holder. It does not protect the holder's totals, because readers can compare the releases before
/// and after. So a person approves the sentence once, and each cohort has at least 3 + c holders.
///
/// The roster tells a participant apart if no participant of another holder stood in exactly the
/// same cells. The roster keeps former cells, so it shows that the other holders of the cell were
/// there before. Participants of one holder count together. If all holders of a cell are new, the
/// roster tells none of them apart.
///
/// A participant that the roster tells apart is a newcomer of its cell until its ledger has a sum
/// with noise, and it has masked for that cell. So a participant that moves into another cell alone
/// is a newcomer there, whatever its ledger has. The first condition alone decides about tolerant
/// sessions: they are over all cells, before and after a move.
///
/// The approval is asked of newcomers, once for all cells. The size of the cohort counts for
/// newcomers, and for participants with the approval as long as the roster tells them apart.
///
/// This data does not show which cells other holders summed before. A session over the old and the
/// new cell together would not isolate a participant that moved between them. The rule still counts
/// it as a newcomer, because the coordinator may open the new cell alone later. The rule does not
/// see a move that the roster hides, for example by dropping the former cells.
///
/// @param roster the roster in force
/// @param names of a participant, also earlier names: an approval under one of them counts
/// @param maskedFor numbers of the cells that a participant has masked for, under the given name
/// @param approvals keeps what a person approved
/// @param mayAsk whether a person may be asked; false: a newcomer that the roster tells apart takes
///   no part
record Newcomers(
    Supplier<Optional<Roster>> roster,
    Function<ParticipantId, SortedSet<ParticipantId>> names,
    PrivacyLedgers ledgers,
    Function<ParticipantId, Set<Integer>> maskedFor,
    StandingApprovals approvals,
    boolean mayAsk) {
  /// What a person approves once for a participant.
  static final String SENTENCE =
      "This participant joins alone: all other holders of its cell were there before. Noise protects"
          + " its users. It does not protect its sales figures and item pairs: comparing the releases"
          + " before and after shows them, but for the noise.";

  /// The name under which the approval is kept. A changed sentence needs another name.
  private static final String NAME = "join-alone-1";

  private static final int LEAST_OTHERS = 3;

  /// Returns whether a person must approve the sentence before the participant takes part.
  boolean needsApproval(ParticipantId participant, Algorithm algorithm, CohortTerms cohort) {
    return isNewcomer(participant, algorithm, isClosed(cohort)) && !isApproved(participant);
  }

  private static boolean isClosed(CohortTerms cohort) {
    return cohort instanceof CohortTerms.Closed;
  }

  private boolean isApproved(ParticipantId participant) {
    return names.apply(participant).stream().anyMatch(name -> approvals.has(name, NAME));
  }

  /// Keeps the approval of the sentence, if the participant needs it.
  void approve(ParticipantId participant, Algorithm algorithm, CohortTerms cohort) {
    if (isNewcomer(participant, algorithm, isClosed(cohort))) {
      approvals.keep(participant, NAME);
    }
  }

  /// Rejects a session that a newcomer may not join.
  void requireSession(ParticipantId participant, Algorithm algorithm, CohortTerms cohort)
      throws RefusedException {
    RefusedException.require(
        mayAsk || !isNewcomer(participant, algorithm, isClosed(cohort)),
        Refusal.JOIN_ALONE_REJECTED,
        "the participant would join alone, and privirec.client.join-alone is reject");
    if (needsSize(participant, algorithm, isClosed(cohort))) {
      Roster inForce = roster.get().orElseThrow();
      requireSize(
          switch (cohort) {
            case CohortTerms.Closed closed ->
                inForce.cohort(closed.cells()).stream().map(CohortMember::id).toList();
            case CohortTerms.Tolerant _ ->
                inForce.currentCells().stream().flatMap(cell -> cell.members().stream()).toList();
          },
          inForce,
          algorithm);
    }
  }

  /// Rejects a round whose cohort is too small: whole cells may have been left out since the
  /// session began.
  void requireRound(ParticipantId participant, Algorithm algorithm, RoundRecord record)
      throws RefusedException {
    if (needsSize(participant, algorithm, record.isClosed())) {
      requireSize(
          record.cohort().stream().map(CohortMember::id).toList(),
          roster.get().orElseThrow(),
          algorithm);
    }
  }

  private static void requireSize(
      Collection<ParticipantId> cohort, Roster roster, Algorithm algorithm)
      throws RefusedException {
    int holders = (int) cohort.stream().map(id -> holder(id, roster)).distinct().count();
    int colluders = Math.max(Colluders.of(holders), promised(algorithm));
    RefusedException.require(
        holders >= LEAST_OTHERS + colluders,
        Refusal.TOO_FEW_TO_JOIN_ALONE,
        "the participant would join alone: with %d colluders the cohort needs %d holders, and has %d"
            .formatted(colluders, LEAST_OTHERS + colluders, holders));
  }

  private static int promised(Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? terms.colluders()
        : 0;
  }

  private static Optional<Holder> holder(ParticipantId participant, Roster roster) {
    return roster.member(participant).map(RosterMember::holder);
  }

  private boolean needsSize(ParticipantId participant, Algorithm algorithm, boolean isClosed) {
    return isToldApart(participant, algorithm)
        && (isApproved(participant) || !wasThereBefore(participant, isClosed));
  }

  private boolean isNewcomer(ParticipantId participant, Algorithm algorithm, boolean isClosed) {
    return isToldApart(participant, algorithm) && !wasThereBefore(participant, isClosed);
  }

  private boolean wasThereBefore(ParticipantId participant, boolean isClosed) {
    return hasSumsWithNoise(participant) && (!isClosed || hasMaskedForItsCell(participant));
  }

  private boolean hasMaskedForItsCell(ParticipantId participant) {
    return roster
        .get()
        .flatMap(inForce -> inForce.currentCellOf(participant))
        .filter(cell ->
            names.apply(participant).stream()
                .anyMatch(name -> maskedFor.apply(name).contains(cell.number())))
        .isPresent();
  }

  private boolean isToldApart(ParticipantId participant, Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums
        && roster.get().filter(inForce -> isToldApart(participant, inForce)).isPresent();
  }

  private static boolean isToldApart(ParticipantId participant, Roster roster) {
    List<Cell> cells = roster.cellsOf(participant);
    Optional<Holder> own = holder(participant, roster);
    return roster
        .currentCellOf(participant)
        .filter(cell ->
            cell.members().stream()
                .filter(member -> roster.cellsOf(member).equals(cells))
                .allMatch(member -> holder(member, roster).equals(own)))
        .isPresent();
  }

  /// A locked ledger says nothing: the participant takes no part anyway.
  private boolean hasSumsWithNoise(ParticipantId participant) {
    try {
      return ledgers.entries(participant).stream().anyMatch(Newcomers::isWithNoise);
    } catch (SumRefusal.Locked locked) {
      return false;
    }
  }

  private static boolean isWithNoise(LedgerEntry entry) {
    return entry instanceof Sum sum && sum.use() instanceof Use.Noise;
  }
}
