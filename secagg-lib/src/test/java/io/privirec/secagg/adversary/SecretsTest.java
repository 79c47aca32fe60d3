package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whoever reads logs, traces and error messages: what prints itself shows no secret, in no
/// notation.
class SecretsTest {
  private final Victim victim = Victim.ofFive();
  private final RecordedRound run = victim.run;

  @Test
  void toString_ofStatesEventsAndMessages_showsNoSecret() {
    List<Object> printed = new ArrayList<>();
    run.states.values().forEach(printed::addAll);
    run.events.values().forEach(printed::addAll);
    run.messages
        .values()
        .forEach(sent -> {
          printed.addAll(sent.values());
          for (ParticipantMessage message : sent.values()) {
            printed.add(new CoordinatorEvent.Received(message.sender(), message));
          }
        });
    printed.addAll(run.opening.values());
    printed.add(run.last);
    printed.add(run.join(victim.self));
    printed.add(victim.when(Masking.class).masker());
    printed.add(ParticipantStateCodec.encode(victim.when(Masking.class)));
    printed.add(((CoordinatorState.Unmasked) run.last).unmasker());
    List<String> secrets = notations();
    for (Object each : printed) {
      String text = each.toString();
      assertThat(secrets).noneMatch(text::contains);
    }
  }

  /// Every event in every state: whatever is aborted for, the reason names no secret.
  @Test
  void detail_ofEveryAbort_showsNoSecret() {
    List<String> secrets = notations();
    int aborted = 0;
    for (ParticipantState state : run.states.get(victim.self)) {
      for (List<ParticipantEvent> events : run.events.values()) {
        for (ParticipantEvent event : events) {
          if (event instanceof ParticipantEvent.InputCommitted) {
            continue;
          }
          if (victim.step(state, event).state() instanceof ParticipantState.Aborted refusal) {
            assertThat(secrets).noneMatch(refusal.detail()::contains);
            aborted++;
          }
        }
      }
    }
    assertThat(aborted).isGreaterThan(20);
  }

  private List<String> notations() {
    List<SecretBytes> secrets = new ArrayList<>();
    for (var id : run.states.keySet()) {
      Shared shared = victim.stateOf(id, Shared.class);
      secrets.add(shared.identity().seed());
      secrets.add(shared.maskKeys().seed());
      secrets.add(shared.channelKeys().seed());
      secrets.add(shared.selfMaskSeed());
      secrets.add(shared.ownShare().orElseThrow());
      run.states.get(id).stream()
          .flatMap(state -> state.pending().stream())
          .filter(UnmaskAnswer.class::isInstance)
          .map(UnmaskAnswer.class::cast)
          .flatMap(answer -> answer.reveals().stream())
          .forEach(reveal -> secrets.add(reveal.share()));
    }
    List<String> notations = new ArrayList<>();
    for (SecretBytes secret : secrets) {
      byte[] bytes = secret.expose();
      notations.add(Hex.of(bytes));
      notations.add(ByteString.copyOf(bytes).toString());
      notations.add(Base64.getEncoder().encodeToString(bytes));
      notations.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
      notations.add(Arrays.toString(bytes));
    }
    return notations;
  }
}
