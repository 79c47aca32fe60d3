package io.privirec.secagg.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Uploads;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A coordinator with a durable event log and durable chunks, and a memory that it may lose.
final class SimulatedCoordinator {
  private final RoundRecord record;
  private final List<byte[]> log = new ArrayList<>();
  private final Map<ParticipantId, SortedMap<Integer, byte[]>> chunks = new HashMap<>();
  private CoordinatorState state;
  private Phase reached = Phase.ADVERTISE_KEYS;

  SimulatedCoordinator(RoundRecord record) {
    this.record = record;
    this.state = CoordinatorProtocol.open(record);
  }

  CoordinatorState state() {
    return state;
  }

  /// Takes a chunk as chunk staging does: once, the same again being fine.
  void stage(ParticipantId sender, int chunk, byte[] bytes) {
    boolean open =
        state.phase().filter(Phase.MASKED_INPUT::equals).isPresent()
            && state.awaiting().contains(sender);
    SortedMap<Integer, byte[]> own = chunks.computeIfAbsent(sender, _ -> new TreeMap<>());
    byte[] known = own.get(chunk);
    if (known != null) {
      assertThat(bytes).as("a mask never covers two texts").isEqualTo(known);
    } else if (open) {
      own.put(chunk, bytes);
    }
  }

  /// Takes whatever bytes arrive under a sender's name.
  void receive(ParticipantId sender, byte[] encoded) {
    ParticipantMessage message;
    try {
      message = ParticipantMessage.decode(encoded);
    } catch (GeneralSecurityException _) {
      return;
    }
    if (message instanceof MaskedInputCommitment commitment && !isWhole(sender, commitment)) {
      return;
    }
    handle(new CoordinatorEvent.Received(sender, message));
  }

  void deadline(Phase phase) {
    handle(new CoordinatorEvent.DeadlinePassed(phase));
  }

  /// Dies and comes back: only the log is left.
  void restart() {
    CoordinatorState rebuilt = CoordinatorProtocol.open(record);
    for (byte[] event : log) {
      try {
        Outcome outcome = CoordinatorProtocol.step(rebuilt, CoordinatorEvent.decode(event));
        assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        rebuilt = ((Outcome.Accepted) outcome).next();
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
    assertThat(rebuilt).as("the log is the round").isEqualTo(state);
    state = rebuilt;
  }

  long[] sum(CoordinatorState.Summed summed) {
    return Uploads.sum(summed, survivor -> List.copyOf(chunks.get(survivor).values()));
  }

  private void handle(CoordinatorEvent event) {
    SortedSet<ParticipantId> lostBefore = new TreeSet<>(state.dropouts().keySet());
    if (CoordinatorProtocol.step(state, event) instanceof Outcome.Accepted(CoordinatorState next)) {
      log.add(event.encode());
      state = next;
      check(lostBefore);
    }
  }

  private void check(SortedSet<ParticipantId> lostBefore) {
    state
        .phase()
        .ifPresent(phase -> {
          assertThat(phase).as("phases only go on").isGreaterThanOrEqualTo(reached);
          reached = phase;
        });
    assertThat(state.dropouts().keySet()).as("nobody returns").containsAll(lostBefore);
    assertThat(Collections.disjoint(state.awaiting(), state.dropouts().keySet()))
        .as("the lost are not awaited")
        .isTrue();
    switch (state) {
      case CoordinatorState.Complete complete ->
          assertThat(complete.survivors()).as("everybody").hasSize(record.cohort().size());
      case CoordinatorState.Unmasked unmasked ->
          assertThat(unmasked.survivors().size())
              .isGreaterThanOrEqualTo(record.thresholds().minSurvivors());
      case CoordinatorState.Open _, CoordinatorState.Aborted _ -> {}
    }
  }

  private boolean isWhole(ParticipantId sender, MaskedInputCommitment commitment) {
    SortedMap<Integer, byte[]> own = chunks.getOrDefault(sender, new TreeMap<>());
    return own.size() == record.vector().chunks()
        && Uploads.root(List.copyOf(own.values())).equals(commitment.merkleRoot());
  }
}
