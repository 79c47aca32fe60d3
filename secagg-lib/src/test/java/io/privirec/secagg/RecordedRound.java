package io.privirec.secagg;

import static io.privirec.secagg.SimulatedRound.accept;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStep;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A round that everyone finishes, except that in a tolerant one the last participant leaves before
/// it commits; kept as all states, events and messages on the way. Nothing is uploaded: these are
/// tests of the states.
public final class RecordedRound {
  public static final Digest ROOT = Digest.of(new byte[] {42});

  public final TestRound round;

  /// The coordinator when a phase opens.
  public final Map<Phase, CoordinatorState> opening = new EnumMap<>(Phase.class);

  /// Everyone's message of each phase.
  public final Map<Phase, SortedMap<ParticipantId, ParticipantMessage>> messages =
      new EnumMap<>(Phase.class);

  /// Everyone's states in order: advertised, shared, masking, committed, confirmed, answered.
  public final SortedMap<ParticipantId, List<ParticipantState>> states = new TreeMap<>();

  /// Everyone's events in order: keys, shares, committed, survivors, unmask request.
  public final SortedMap<ParticipantId, List<ParticipantEvent>> events = new TreeMap<>();

  public final CoordinatorState last;

  private RecordedRound(TestRound round) {
    this.round = round;
    ParticipantId leaver = round.record().cohort().getLast().id();
    CoordinatorState state = CoordinatorProtocol.open(round.record());
    for (Phase phase : round.record().phases()) {
      opening.put(phase, state);
      SortedSet<ParticipantId> senders = new TreeSet<>(state.awaiting());
      if (phase == Phase.MASKED_INPUT && !round.record().isClosed()) {
        senders.remove(leaver);
      }
      SortedMap<ParticipantId, ParticipantMessage> sent = new TreeMap<>();
      for (ParticipantId id : senders) {
        sent.put(id, answer(id, opening.get(phase)));
      }
      messages.put(phase, sent);
      state = accept(state, sent.values().stream());
      if (state.phase().filter(phase::equals).isPresent()) {
        state = accept(state, new DeadlinePassed(phase));
      }
    }
    this.last = state;
  }

  public static RecordedRound ofFive(long seed) {
    return new RecordedRound(TestRound.of(5, seed));
  }

  public static RecordedRound of(TestRound round) {
    return new RecordedRound(round);
  }

  /// A run of a smaller number, all of whom finish if `drops` allows.
  public static RecordedRound of(int cohort, long seed) {
    return new RecordedRound(TestRound.of(cohort, seed));
  }

  /// Closed rounds, complete and on a random graph, with either key agreement.
  public static List<RecordedRound> closedOfEveryKind() {
    List<RecordedRound> rounds = new ArrayList<>();
    for (KeyAgreement agreement : KeyAgreement.values()) {
      rounds.add(of(TestRound.closed(agreement, 1, 3, 3)));
      rounds.add(of(TestRound.closed(agreement, 2, 65)));
    }
    return rounds;
  }

  public ParticipantStep join(ParticipantId id) {
    return ParticipantProtocol.join(round.signed(), round.membership(id), round.random());
  }

  /// The first state of a kind that a participant was in.
  public <S extends ParticipantState> S state(ParticipantId participant, Class<S> kind) {
    return states.get(participant).stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow();
  }

  /// The messages of a phase, without those of a participant.
  public Stream<ParticipantMessage> without(ParticipantId absent, Phase phase) {
    return messages.get(phase).values().stream().filter(sent -> !sent.sender().equals(absent));
  }

  /// The coordinator after a phase in which some sent something else.
  public CoordinatorState after(Phase phase, UnaryOperator<ParticipantMessage> lie) {
    return accept(opening.get(phase), messages.get(phase).values().stream().map(lie));
  }

  private ParticipantMessage answer(ParticipantId id, CoordinatorState told) {
    List<ParticipantState> path = states.computeIfAbsent(id, _ -> new ArrayList<>());
    if (path.isEmpty()) {
      path.add(join(id).state());
    } else {
      take(id, new ParticipantEvent.MessageReceived(told.messageFor(id).orElseThrow()));
      if (path.getLast() instanceof ParticipantState.Masking) {
        take(id, new ParticipantEvent.InputCommitted(ROOT));
      }
    }
    return path.getLast().pending().orElseThrow();
  }

  private void take(ParticipantId id, ParticipantEvent event) {
    events.computeIfAbsent(id, _ -> new ArrayList<>()).add(event);
    states
        .get(id)
        .add(ParticipantProtocol.step(states.get(id).getLast(), event, round.random()).state());
  }
}
