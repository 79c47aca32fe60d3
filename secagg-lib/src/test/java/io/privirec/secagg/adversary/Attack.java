package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.secagg.participant.ParticipantStep;
import java.util.Collection;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// One scripted attack: what its target must answer, and that it gives nothing away.
final class Attack {
  private int refusals;

  int refusals() {
    return refusals;
  }

  /// The participant aborts by name, sends nothing, and keeps none of these secrets.
  void refused(ParticipantStep step, AbortReason reason, Collection<String> secrets) {
    assertThat(step.state())
        .isInstanceOfSatisfying(
            ParticipantState.Aborted.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(reason));
    assertThat(step.toSend()).isEmpty();
    assertThat(step.state().pending()).isEmpty();
    assertThat(step.state().phase()).isEmpty();
    String kept = Hex.of(ParticipantStateCodec.encode(step.state()).expose());
    for (String secret : secrets) {
      assertThat(kept).doesNotContain(secret);
      assertThat(step.toString()).doesNotContain(secret);
    }
    refusals++;
  }

  /// A victim that is told this in a state aborts by name and forgets all its secrets.
  void refused(Victim victim, ParticipantState state, CoordinatorMessage told, AbortReason reason) {
    refused(victim.tell(state, told), reason, victim.secrets());
  }

  void refused(
      Victim victim,
      Class<? extends ParticipantState> when,
      CoordinatorMessage told,
      AbortReason reason) {
    refused(victim, victim.when(when), told, reason);
  }

  /// A victim that is shown this advertisement among the published ones, in the place of its
  /// sender's, aborts by name.
  void refused(Victim victim, KeyAdvertisement shown, AbortReason reason) {
    refused(victim, ParticipantState.Advertised.class, victim.publishing(shown), reason);
  }

  void refused(ParticipantStep step, AbortReason reason) {
    refused(step, reason, List.of());
  }

  /// The coordinator of a round takes no notice of a message that comes in its phase.
  void rejected(RecordedRound run, ParticipantMessage message, RejectionReason reason) {
    rejected(run.opening.get(message.phase()), message, reason);
  }

  /// A coordinator in this state takes no notice of the message from its sender.
  void rejected(CoordinatorState state, ParticipantMessage message, RejectionReason reason) {
    rejected(state, message.sender(), message, reason);
  }

  void rejected(
      CoordinatorState state,
      ParticipantId from,
      ParticipantMessage message,
      RejectionReason reason) {
    rejected(CoordinatorProtocol.step(state, new Received(from, message)), reason);
  }

  /// The coordinator takes no notice of the message.
  void rejected(Outcome outcome, RejectionReason reason) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    refusals++;
  }

  /// The round ends by name and without a sum.
  void ended(CoordinatorState state, AbortReason reason, String named) {
    assertThat(state)
        .isInstanceOfSatisfying(
            CoordinatorState.Aborted.class,
            aborted -> {
              assertThat(aborted.reason()).isEqualTo(reason);
              assertThat(aborted.detail()).contains(named);
            });
    refusals++;
  }

  /// There is no such value: decoder or constructor refuses, and says what is wrong.
  void impossible(ThrowingCallable construction, String named) {
    assertThatThrownBy(construction).hasMessageContaining(named);
    refusals++;
  }
}
