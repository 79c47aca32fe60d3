package io.privirec.round;

import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import java.util.List;
import java.util.Optional;

/// Protocol states, folded from the event logs; the newest fold of recent rounds is kept, so that a
/// state costs only the events that came since.
final class RoundStates {
  private static final int KEPT_ROUNDS = 64;
  private static final int MAX_READS = 16;

  private final RoundStore store;
  private final RecentlyUsed<RoundId, Fold> folds = new RecentlyUsed<>(KEPT_ROUNDS);

  RoundStates(RoundStore store) {
    this.store = store;
  }

  private record Fold(int events, CoordinatorState state) {}

  /// The round with its state; empty when it is over, and its log gone.
  ///
  /// @throws RoundRefusal if there is no such round
  Optional<RoundState> load(RoundId id) {
    for (int read = 0; read < MAX_READS; read++) {
      Round round = require(id);
      if (round.status().isOver()) {
        return Optional.empty();
      }
      Optional<RoundState> state = fold(round);
      if (state.isPresent()) {
        return state;
      }
    }
    throw new IllegalStateException("round " + id + " changes faster than it can be read");
  }

  /// The round of that id.
  ///
  /// @throws RoundRefusal if there is no such round
  Round require(RoundId id) {
    return store
        .find(id)
        .orElseThrow(() -> new RoundRefusal(Reason.UNKNOWN_ROUND, "No such round"));
  }

  /// The state of a round just read; empty when it has moved on already, or is over.
  Optional<RoundState> fold(Round round) {
    if (round.status().isOver()) {
      return Optional.empty();
    }
    Fold known =
        folds.get(round.id()).orElseGet(() -> new Fold(0, CoordinatorProtocol.open(round.terms())));
    if (known.events() > round.events()) {
      return Optional.empty();
    }
    Fold fold = known;
    if (known.events() < round.events()) {
      List<CoordinatorEvent> events = store.events(round.id(), known.events());
      if (known.events() + events.size() != round.events()) {
        return Optional.empty();
      }
      fold = apply(known, events);
      remember(round.id(), fold);
    }
    return Optional.of(new RoundState(round, fold.state()));
  }

  /// Remembers a state that was just committed; of a round that is over nothing is kept.
  void remember(Round round, CoordinatorState state) {
    if (round.status().isOver()) {
      folds.remove(round.id());
    } else {
      remember(round.id(), new Fold(round.events(), state));
    }
  }

  /// Forgets a round that is over: its state holds secrets of the unmasking.
  void forget(RoundId id) {
    folds.remove(id);
  }

  private void remember(RoundId id, Fold fold) {
    folds.merge(id, fold, (old, fresh) -> old.events() >= fresh.events() ? old : fresh);
  }

  private static Fold apply(Fold fold, List<CoordinatorEvent> events) {
    CoordinatorState state = fold.state();
    for (CoordinatorEvent event : events) {
      if (!(CoordinatorProtocol.step(state, event) instanceof Outcome.Accepted(var next))) {
        throw new IllegalStateException("a logged event is not accepted when replayed");
      }
      state = next;
    }
    return new Fold(fold.events() + events.size(), state);
  }
}
