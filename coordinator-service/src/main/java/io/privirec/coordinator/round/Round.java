package io.privirec.coordinator.round;

import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.CoordinatorState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One attempt of a round as stored, beside its events.
///
/// @param broadcast file that contributors download first, relative to the data directory
/// @param phase the phase it is in, or was in when it ended
/// @param deadline end of the phase; absent when the round is not open
/// @param phaseSince when the phase began
/// @param events length of the event log; the state is the fold of exactly these
/// @param dropouts who was lost, and in which phase
/// @param version grows with every change; a change of an older version is refused
public record Round(
    SignedRoundRecord signedRecord,
    String name,
    Optional<String> broadcast,
    RoundStatus status,
    Phase phase,
    Duration phaseDeadline,
    Optional<Instant> deadline,
    Instant phaseSince,
    int events,
    Map<ParticipantId, Phase> dropouts,
    Optional<RoundFailure> failure,
    Instant openedAt,
    Optional<Instant> closedAt,
    long version) {
  public Round {
    dropouts = Map.copyOf(dropouts);
  }

  /// A round in its first phase.
  static Round opened(
      SignedRoundRecord signedRecord,
      String name,
      Optional<String> broadcast,
      Duration phaseDeadline,
      Instant now) {
    return new Round(
        signedRecord,
        name,
        broadcast,
        RoundStatus.OPEN,
        Phase.ADVERTISE_KEYS,
        phaseDeadline,
        Optional.of(now.plus(phaseDeadline)),
        now,
        0,
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
  public boolean invites(ParticipantId participant) {
    return terms().contains(participant);
  }

  /// Whose contribution is in the sum: nobody's before the sum's set is settled.
  public SortedSet<ParticipantId> survivors() {
    SortedSet<ParticipantId> survivors = new TreeSet<>();
    if (status == RoundStatus.SUMMING || status == RoundStatus.DONE) {
      for (CohortMember member : terms().cohort()) {
        // Who was lost after that had committed before.
        Phase lost = dropouts.getOrDefault(member.id(), Phase.UNMASK);
        if (lost.compareTo(Phase.MASKED_INPUT) > 0) {
          survivors.add(member.id());
        }
      }
    }
    return survivors;
  }

  /// This round after one more event has led to the given state.
  Round after(CoordinatorState state, Instant now) {
    return switch (state) {
      case CoordinatorState.Unmasked _ ->
          ended(RoundStatus.SUMMING, Optional.empty(), events + 1, state.dropouts(), now);
      case CoordinatorState.Aborted aborted ->
          ended(
              RoundStatus.FAILED,
              Optional.of(new RoundFailure(aborted.reason().code(), aborted.detail())),
              events + 1,
              state.dropouts(),
              now);
      case CoordinatorState.Open open -> inPhase(open.openPhase(), state.dropouts(), now);
    };
  }

  /// This round, given up from outside the protocol.
  Round failed(RoundFailure why, Instant now) {
    return ended(RoundStatus.FAILED, Optional.of(why), events, dropouts, now);
  }

  /// This round with its sum on disk.
  Round summed(Instant now) {
    return ended(RoundStatus.DONE, Optional.empty(), events, dropouts, now);
  }

  private Round inPhase(Phase next, Map<ParticipantId, Phase> lost, Instant now) {
    boolean moved = next != phase;
    return new Round(
        signedRecord,
        name,
        broadcast,
        RoundStatus.OPEN,
        next,
        phaseDeadline,
        moved ? Optional.of(now.plus(phaseDeadline)) : deadline,
        moved ? now : phaseSince,
        events + 1,
        lost,
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
      Instant now) {
    return new Round(
        signedRecord,
        name,
        broadcast,
        end,
        phase,
        phaseDeadline,
        Optional.empty(),
        phaseSince,
        length,
        lost,
        why,
        openedAt,
        Optional.of(now),
        version);
  }
}
