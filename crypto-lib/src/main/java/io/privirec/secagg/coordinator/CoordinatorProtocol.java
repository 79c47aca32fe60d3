package io.privirec.secagg.coordinator;

import static io.privirec.secagg.coordinator.Rejection.require;

import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorState.Aborted;
import io.privirec.secagg.coordinator.CoordinatorState.AdvertisingKeys;
import io.privirec.secagg.coordinator.CoordinatorState.CollectingMaskedInput;
import io.privirec.secagg.coordinator.CoordinatorState.SharingKeys;
import io.privirec.secagg.coordinator.CoordinatorState.Unmasked;
import io.privirec.secagg.coordinator.CoordinatorState.Unmasking;
import io.privirec.secagg.message.ParticipantMessage;
import java.util.Optional;

/// The coordinator's side of a round (Bell et al. 2020, Algorithm 2, on the complete graph).
///
/// A function of state and event, without randomness, clock or storage. A deadline is an event, and
/// whether the uploaded chunks are those of a commitment is checked by whoever stores chunks,
/// before the commitment is handed in here.
public final class CoordinatorProtocol {
  private CoordinatorProtocol() {}

  public static CoordinatorState open(RoundRecord record) {
    return new AdvertisingKeys(Transcript.of(record));
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
    Transcript transcript = transcriptOf(state);
    require(
        transcript.record().contains(sender),
        RejectionReason.UNKNOWN_PARTICIPANT,
        sender + " is not in the cohort");
    require(
        message.sender().equals(sender),
        RejectionReason.SENDER_MISMATCH,
        "message of %s came from %s".formatted(message.sender(), sender));
    Optional<ParticipantMessage> earlier = transcript.messageOf(sender, message.phase());
    if (earlier.isPresent()) {
      require(
          earlier.get().equals(message),
          RejectionReason.REPEATED_WITH_OTHER_CONTENT,
          "%s has sent another message in phase %s".formatted(sender, message.phase()));
      return new Outcome.Repeated();
    }
    if (!(state instanceof Running running) || running.openPhase() != message.phase()) {
      throw new Rejection(
          RejectionReason.WRONG_PHASE,
          "message belongs to phase %s, %s"
              .formatted(
                  message.phase(),
                  state.phase().map(open -> open + " is open").orElse("the round is over")));
    }
    require(
        running.awaiting().contains(sender),
        RejectionReason.DROPPED_OUT,
        sender + " left in an earlier phase");
    MessageChecks.check(transcript, message);
    Transcript next = transcript.with(message);
    return new Outcome.Accepted(
        next.awaitedIn(message.phase()).isEmpty() ? close(running, next) : stay(running, next));
  }

  private static Outcome pass(CoordinatorState state, Phase phase) throws Rejection {
    if (state instanceof Running running && running.openPhase() == phase) {
      return new Outcome.Accepted(close(running, running.transcript()));
    }
    boolean over = state.phase().map(open -> open.compareTo(phase) > 0).orElse(true);
    require(
        over && phase != Phase.CONSISTENCY_CHECK,
        RejectionReason.WRONG_PHASE,
        "phase " + phase + " is not open");
    return new Outcome.Repeated();
  }

  private static CoordinatorState stay(Running state, Transcript next) {
    return switch (state) {
      case AdvertisingKeys _ -> new AdvertisingKeys(next);
      case SharingKeys _ -> new SharingKeys(next);
      case CollectingMaskedInput _ -> new CollectingMaskedInput(next);
      case Unmasking _ -> new Unmasking(next);
    };
  }

  private static CoordinatorState close(Running state, Transcript transcript) {
    if (state instanceof Unmasking) {
      return Reconstruction.finish(transcript);
    }
    Phase phase = state.openPhase();
    int left = transcript.in(phase).size();
    int minimum = transcript.record().thresholds().minSurvivors();
    if (left < minimum) {
      return new Aborted(
          transcript,
          phase,
          AbortReason.TOO_FEW_SURVIVORS,
          "%d participants completed phase %s, %d are needed".formatted(left, phase, minimum));
    }
    return switch (state) {
      case AdvertisingKeys _ -> new SharingKeys(transcript);
      case SharingKeys _ -> new CollectingMaskedInput(transcript);
      case CollectingMaskedInput _ -> new Unmasking(transcript);
      case Unmasking _ -> throw new IllegalStateException("handled above");
    };
  }

  private static Transcript transcriptOf(CoordinatorState state) {
    return switch (state) {
      case Running running -> running.transcript();
      case Unmasked unmasked -> unmasked.transcript();
      case Aborted aborted -> aborted.transcript();
    };
  }
}
