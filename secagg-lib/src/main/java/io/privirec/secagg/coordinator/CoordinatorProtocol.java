package io.privirec.secagg.coordinator;

import static io.privirec.secagg.coordinator.Rejection.require;

import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorState.Aborted;
import io.privirec.secagg.coordinator.CoordinatorState.Complete;
import io.privirec.secagg.coordinator.CoordinatorState.Open;
import io.privirec.secagg.message.ParticipantMessage;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// The coordinator's side of a round: of a closed one, and of a tolerant one after Bell et al. 2020
/// (Algorithm 2 for semi-honest rounds, Algorithms 3 and 4 for semi-malicious ones).
///
/// A function of state and event, without randomness, clock or storage. A deadline is an event, and
/// whether the uploaded chunks are those of a commitment is checked by whoever stores chunks,
/// before the commitment is handed in here.
public final class CoordinatorProtocol {
  /// Participants that the detail of an abort names; the round knows the others.
  private static final int MAX_NAMED = 10;

  private CoordinatorProtocol() {}

  public static CoordinatorState open(RoundRecord record) {
    return new Open(record.phases().getFirst(), Transcript.of(record));
  }

  public static Outcome step(CoordinatorState state, CoordinatorEvent event) {
    try {
      return switch (event) {
        case Received received -> receive(state, received.sender(), received.message());
        case DeadlinePassed deadline -> pass(state, deadline.phase());
      };
    } catch (Rejection rejection) {
      return rejection.toOutcome();
    }
  }

  private static Outcome receive(
      CoordinatorState state, ParticipantId sender, ParticipantMessage message) throws Rejection {
    Transcript transcript = state.transcript();
    require(
        transcript.record().contains(sender),
        RejectionReason.UNKNOWN_PARTICIPANT,
        sender + " is not in the cohort");
    require(
        message.sender().equals(sender),
        RejectionReason.SENDER_MISMATCH,
        "message of %s came from %s".formatted(message.sender(), sender));
    Optional<ParticipantMessage> earlier = transcript.earlier(message);
    if (earlier.isPresent()) {
      require(
          earlier.get().equals(message),
          RejectionReason.REPEATED_WITH_OTHER_CONTENT,
          "%s has sent another message in phase %s".formatted(sender, message.phase()));
      return new Outcome.Repeated();
    }
    if (!(state instanceof Open open) || open.openPhase() != message.phase()) {
      throw new Rejection(
          RejectionReason.WRONG_PHASE,
          "message belongs to phase %s, %s"
              .formatted(
                  message.phase(),
                  state.phase().map(phase -> phase + " is open").orElse("the round is over")));
    }
    require(
        transcript.isExpectedIn(open.openPhase(), sender),
        RejectionReason.DROPPED_OUT,
        sender + " left in an earlier phase");
    MessageChecks.check(transcript, message);
    Transcript next = transcript.with(message);
    return new Outcome.Accepted(
        next.awaitedIn(open.openPhase()).isEmpty()
            ? close(open.openPhase(), next)
            : new Open(open.openPhase(), next));
  }

  private static Outcome pass(CoordinatorState state, Phase phase) throws Rejection {
    if (state instanceof Open open && open.openPhase() == phase) {
      return new Outcome.Accepted(close(phase, open.transcript()));
    }
    boolean over = state.phase().map(open -> open.compareTo(phase) > 0).orElse(true);
    require(
        over && state.record().has(phase),
        RejectionReason.WRONG_PHASE,
        "phase " + phase + " is not open");
    return new Outcome.Repeated();
  }

  private static CoordinatorState close(Phase phase, Transcript transcript) {
    RoundRecord record = transcript.record();
    SortedSet<ParticipantId> missing = transcript.awaitedIn(phase);
    if (record.isClosed() && !missing.isEmpty()) {
      return new Aborted(
          transcript,
          phase,
          AbortReason.PARTICIPANT_MISSING,
          "%s of %s participants sent no message in phase %s: %s"
              .formatted(missing.size(), record.cohort().size(), phase, someOf(missing)));
    }
    if (phase == record.phases().getLast()) {
      return record.isClosed() ? new Complete(transcript) : Reconstruction.finish(transcript);
    }
    if (phase == Phase.REVEAL_SEED && !missing.isEmpty()) {
      // Going on without some of the parts would let whoever reveals last choose between seeds.
      return new Aborted(
          transcript,
          phase,
          AbortReason.SEED_NOT_REVEALED,
          "%s participants did not reveal their part of the seed".formatted(missing.size()));
    }
    if (!record.isClosed()) {
      int left = transcript.in(phase).size();
      int minimum = minimum(record.thresholds(), phase);
      if (left < minimum) {
        return new Aborted(
            transcript,
            phase,
            AbortReason.TOO_FEW_SURVIVORS,
            "%s participants completed phase %s, %s are needed".formatted(left, phase, minimum));
      }
    }
    List<Phase> phases = record.phases();
    return new Open(phases.get(phases.indexOf(phase) + 1), transcript.closing(phase));
  }

  private static String someOf(SortedSet<ParticipantId> participants) {
    String named =
        participants.stream()
            .limit(MAX_NAMED)
            .map(ParticipantId::value)
            .collect(Collectors.joining(", "));
    int more = participants.size() - MAX_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  /// Survivors are fixed when CONSISTENCY_CHECK opens. On the complete graph a threshold of
  /// signatures is then enough for everyone; on a random one everyone needs those of its own
  /// neighbours.
  private static int minimum(Thresholds counts, Phase phase) {
    return phase == Phase.CONSISTENCY_CHECK && counts.isComplete()
        ? counts.threshold()
        : counts.minSurvivors();
  }
}
