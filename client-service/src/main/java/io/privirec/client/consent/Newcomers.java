package io.privirec.client.consent;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.roster.JoiningAlone;
import io.privirec.secagg.roster.Roster;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// The rule for a holder that joins sessions with noise alone, or with so few other holders that
/// these could collude. Noise protects each user of that holder. It does not protect the holder's
/// totals, because readers can compare the releases with and without it. So a person approves the
/// sentence once, and each cohort leaves three holders, whichever c participants collude: 3 + c
/// holders, if each of them has a single participant.
///
/// [JoiningAlone] says when the roster tells a participant apart. The coordinator chooses the cells
/// of each session. So no earlier sum replaces the approval: its cohort may have been a holder and
/// participants without data.
///
/// The roster does not show which cells were summed before. So the rule counts a participant of a
/// small cell also if all cells begin together. The rule does not see a move that the roster hides,
/// for example by dropping the former cells.
///
/// @param roster the roster in force
/// @param names of a participant, also earlier names: an approval under one of them counts
/// @param approvals keeps what a person approved
/// @param mayAsk whether a person may be asked; false: a participant that the roster tells apart
///   takes no part without an earlier approval
public record Newcomers(
    Supplier<Optional<Roster>> roster,
    Function<ParticipantId, SortedSet<ParticipantId>> names,
    StandingApprovals approvals,
    boolean mayAsk) {
  /// The sentence that a person approves once for a participant.
  public static final String SENTENCE =
      "This participant joins alone, or with so few other holders that these could collude: the rest"
          + " of the cohort may have been there before. Noise protects its users. It does not protect"
          + " its sales figures and item pairs: comparing the releases before and after shows them,"
          + " but for the noise.";

  /// The name under which the approval is kept. A sentence that states more needs another name.
  static final String NAME = "join-alone-2";

  /// Returns whether a person must approve the sentence before the participant takes part.
  boolean needsApproval(ParticipantId participant, Algorithm algorithm) {
    return isToldApart(participant, algorithm)
        && names.apply(participant).stream().noneMatch(name -> approvals.has(name, NAME));
  }

  /// Keeps the approval of the sentence, if the participant needs it.
  void approve(ParticipantId participant, Algorithm algorithm) {
    if (isToldApart(participant, algorithm)) {
      approvals.keep(participant, NAME);
    }
  }

  /// Rejects a session that the participant may not join.
  void requireSession(ParticipantId participant, Algorithm algorithm, CohortTerms cohort)
      throws RefusedException {
    RefusedException.require(
        mayAsk || !needsApproval(participant, algorithm),
        Refusal.JOIN_ALONE_REJECTED,
        "the participant would join alone, and privirec.client.join-alone is reject");
    if (isToldApart(participant, algorithm)) {
      Roster inForce = roster.get().orElseThrow();
      requireSize(
          algorithm,
          inForce,
          switch (cohort) {
            case CohortTerms.Closed(_, var cells, _, _, _) ->
                inForce.currentCells().stream()
                    .filter(cell -> cells.contains(cell.number()))
                    .flatMap(cell -> cell.members().stream())
                    .toList();
            case CohortTerms.Tolerant _ -> inForce.inCurrentCells();
          });
    }
  }

  /// Rejects a round whose cohort is too small: whole cells may have been left out since the
  /// session began. Also rejects a round if another roster came since the consent, tells the
  /// participant apart, and no person approved that.
  public void requireRound(ParticipantId participant, Algorithm algorithm, RoundRecord record)
      throws RefusedException {
    if (isToldApart(participant, algorithm)) {
      RefusedException.require(
          !needsApproval(participant, algorithm),
          Refusal.ROSTER_SUPERSEDED,
          "the roster in force tells the participant apart, and no person approved that");
      requireSize(
          algorithm,
          roster.get().orElseThrow(),
          record.cohort().stream().map(CohortMember::id).toList());
    }
  }

  private static void requireSize(
      Algorithm algorithm, Roster inForce, Collection<ParticipantId> cohort)
      throws RefusedException {
    int least = JoiningAlone.leastCohort(cohort, inForce, promised(algorithm));
    RefusedException.require(
        cohort.size() >= least,
        Refusal.TOO_FEW_TO_JOIN_ALONE,
        "the participant would join alone: the cohort needs %s participants, and has %s"
            .formatted(least, cohort.size()));
  }

  private static int promised(Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? terms.colluders()
        : 0;
  }

  private boolean isToldApart(ParticipantId participant, Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums
        && roster
            .get()
            .filter(inForce -> JoiningAlone.isToldApart(participant, inForce))
            .isPresent();
  }
}
