package io.privirec.round;

import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.FaultReason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// One attempt of a round as stored, beside its events.
///
/// @param broadcast file that contributors download first, by the name its opener gave it
/// @param staging how its chunks are kept until they are summed
/// @param phase the phase it is in, or was in when it ended
/// @param deadline end of the phase; absent when the round is not open
/// @param phaseSince when the phase began
/// @param events length of the event log; the state is the fold of exactly these
/// @param dropouts who was lost, and in which phase
/// @param faults who did wrong in it, as far as it was found out
/// @param version grows with every change; a change of an older version is refused
public record Round(
    SignedRoundRecord signedRecord,
    String name,
    Optional<String> broadcast,
    Staging staging,
    RoundStatus status,
    Phase phase,
    Duration phaseDeadline,
    Optional<Instant> deadline,
    Instant phaseSince,
    int events,
    Map<ParticipantId, Phase> dropouts,
    Map<ParticipantId, FaultReason> faults,
    Optional<RoundFailure> failure,
    Instant openedAt,
    Optional<Instant> closedAt,
    long version) {
  public Round {
    dropouts = Map.copyOf(dropouts);
    faults = Map.copyOf(faults);
  }

  /// A round in its first phase.
  static Round opened(
      SignedRoundRecord signedRecord,
      String name,
      Optional<String> broadcast,
      Staging staging,
      Duration phaseDeadline,
      Instant now) {
    return new Round(
        signedRecord,
        name,
        broadcast,
        staging,
        RoundStatus.OPEN,
        Phase.ADVERTISE_KEYS,
        phaseDeadline,
        Optional.of(now.plus(phaseDeadline)),
        now,
        0,
        Map.of(),
        Map.of(),
        Optional.empty(),
        now,
        Optional.empty(),
        0);
  }

  /// What was signed.
  public RoundRecord terms() {
    return signedRecord.record();
  }

  /// The round's name in URLs and messages.
  public RoundId id() {
    return terms().id();
  }

  /// Whether that participant was invited.
  boolean invites(ParticipantId participant) {
    return terms().contains(participant);
  }

  /// Refuses whoever was not invited.
  void requireInvited(ParticipantId participant) {
    if (!invites(participant)) {
      throw new RoundRefusal(Reason.NOT_INVITED, "This participant is not in the round's cohort");
    }
  }

  /// The phase in words that a refusal can use.
  String phaseInWords() {
    return status == RoundStatus.OPEN ? "in phase " + phase.name() : "over";
  }

  /// Whether it is settled who masks its input for whom.
  boolean hasContributors() {
    return phase.compareTo(Phase.MASKED_INPUT) >= 0;
  }

  /// Who exchanged shares, and therefore masks its input: nobody before that is settled.
  SortedSet<ParticipantId> contributors() {
    return hasContributors() ? notLostBefore(Phase.MASKED_INPUT) : new TreeSet<>();
  }

  /// Whose contribution is in the sum: nobody's before the sum's set is settled. Who was lost after
  /// masked input had committed before.
  public SortedSet<ParticipantId> survivors() {
    return status == RoundStatus.SUMMING || status == RoundStatus.DONE
        ? notLostBefore(Phase.CONSISTENCY_CHECK)
        : new TreeSet<>();
  }

  private SortedSet<ParticipantId> notLostBefore(Phase then) {
    SortedSet<ParticipantId> present = new TreeSet<>();
    for (CohortMember member : terms().cohort()) {
      Phase lost = dropouts.get(member.id());
      if (lost == null || lost.compareTo(then) >= 0) {
        present.add(member.id());
      }
    }
    return present;
  }

  /// This round after one more event has led to the given state.
  Round after(CoordinatorState state, Instant now) {
    return switch (state) {
      case CoordinatorState.Summed _ ->
          ended(
              RoundStatus.SUMMING,
              Optional.empty(),
              events + 1,
              state.dropouts(),
              state.faults(),
              now);
      case CoordinatorState.Aborted aborted ->
          ended(
              RoundStatus.FAILED,
              Optional.of(new RoundFailure(aborted.reason().code(), aborted.detail())),
              events + 1,
              state.dropouts(),
              state.faults(),
              now);
      case CoordinatorState.Open open -> inPhase(open, now);
    };
  }

  /// This round, given up from outside the protocol.
  Round failed(RoundFailure why, Instant now) {
    return ended(RoundStatus.FAILED, Optional.of(why), events, dropouts, faults, now);
  }

  /// This round, which has no sum without those participants.
  Round failedWithout(Set<ParticipantId> lost, RoundFailure why, Instant now) {
    Map<ParticipantId, Phase> all = new HashMap<>(dropouts);
    lost.forEach(participant -> all.put(participant, phase));
    return ended(RoundStatus.FAILED, Optional.of(why), events, all, faults, now);
  }

  /// This round with its sum on disk.
  Round summed(Instant now) {
    return ended(RoundStatus.DONE, Optional.empty(), events, dropouts, faults, now);
  }

  private Round inPhase(CoordinatorState.Open state, Instant now) {
    Phase next = state.openPhase();
    boolean moved = next != phase;
    return new Round(
        signedRecord,
        name,
        broadcast,
        staging,
        RoundStatus.OPEN,
        next,
        phaseDeadline,
        moved ? Optional.of(now.plus(phaseDeadline)) : deadline,
        moved ? now : phaseSince,
        events + 1,
        state.dropouts(),
        state.faults(),
        failure,
        openedAt,
        closedAt,
        version);
  }

  private Round ended(
      RoundStatus end,
      Optional<RoundFailure> why,
      int length,
      Map<ParticipantId, Phase> lost,
      Map<ParticipantId, FaultReason> found,
      Instant now) {
    return new Round(
        signedRecord,
        name,
        broadcast,
        staging,
        end,
        phase,
        phaseDeadline,
        Optional.empty(),
        phaseSince,
        length,
        lost,
        found,
        why,
        openedAt,
        Optional.of(now),
        version);
  }
}
