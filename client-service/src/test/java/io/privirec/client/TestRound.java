package io.privirec.client;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList.WorkItem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One attempt of a round in a [TestCoordinator], on the real protocol. Under the coordinator's
/// lock.
final class TestRound {
  private final SignedRoundRecord signed;
  private final Optional<Path> broadcast;
  private final Map<ParticipantId, SortedMap<Integer, byte[]>> staged = new HashMap<>();
  private final Map<Phase, Integer> received = new EnumMap<>(Phase.class);
  private CoordinatorState state;
  private int outsideWindow;

  TestRound(SignedRoundRecord signed, Optional<Path> broadcast) {
    this.signed = signed;
    this.broadcast = broadcast;
    this.state = CoordinatorProtocol.open(signed.record());
  }

  SignedRoundRecord signed() {
    return signed;
  }

  RoundRecord record() {
    return signed.record();
  }

  Path broadcast() {
    return broadcast.orElseThrow(() -> new Refusal(404, "not-found"));
  }

  CoordinatorState state() {
    return state;
  }

  boolean isSummed() {
    return state instanceof CoordinatorState.Summed;
  }

  Aggregate sum() {
    return OpenedSum.of((CoordinatorState.Summed) state, staged);
  }

  int received(Phase phase) {
    return received.getOrDefault(phase, 0);
  }

  int outsideWindow() {
    return outsideWindow;
  }

  int stagedChunks() {
    return staged.values().stream().mapToInt(Map::size).sum();
  }

  void forgetChunks() {
    staged.clear();
  }

  void passDeadline() {
    CoordinatorEvent passed = new CoordinatorEvent.DeadlinePassed(state.phase().orElseThrow());
    state = ((Outcome.Accepted) CoordinatorProtocol.step(state, passed)).next();
  }

  Optional<WorkItem> workOf(ParticipantId caller) {
    return state.awaiting().contains(caller)
        ? Optional.of(
            new WorkItem(
                record().sessionId(),
                record().id().hex(),
                record().roundIndex(),
                record().attempt(),
                state.phase().orElseThrow().name(),
                Instant.now().plusSeconds(60)))
        : Optional.empty();
  }

  ChunkStatus chunks(ParticipantId caller, int windowChunks) {
    Map<Integer, String> digests = new HashMap<>();
    stagedOf(caller).forEach((chunk, bytes) -> digests.put(chunk, Digest.of(bytes).hex()));
    return new ChunkStatus(record().vector().chunks(), digests, window(windowChunks));
  }

  /// Up to so many chunks past the first one that somebody still has to send.
  UploadWindow window(int windowChunks) {
    int chunks = record().vector().chunks();
    int from = 0;
    while (from < chunks && isStagedByAll(from)) {
      from++;
    }
    return new UploadWindow(from, (int) Math.min((long) from + windowChunks, chunks));
  }

  private boolean isStagedByAll(int chunk) {
    return record().cohort().stream()
        .map(CohortMember::id)
        .allMatch(member -> stagedOf(member).containsKey(chunk));
  }

  private SortedMap<Integer, byte[]> stagedOf(ParticipantId participant) {
    return staged.computeIfAbsent(participant, id -> new TreeMap<>());
  }

  void stage(ParticipantId caller, int chunk, byte[] body, int windowChunks) {
    if (chunk >= window(windowChunks).to()) {
      outsideWindow++;
      throw new Refusal(429, "outside-window");
    }
    if (body.length != record().vector().bytesInChunk(chunk)) {
      throw new Refusal(422, "wrong-length");
    }
    byte @Nullable [] earlier = stagedOf(caller).putIfAbsent(chunk, body);
    if (earlier != null && !Arrays.equals(earlier, body)) {
      throw new Refusal(409, "chunk-conflict");
    }
  }

  void receive(ParticipantId caller, ParticipantMessage message) {
    if (message instanceof MaskedInputCommitment commitment) {
      Digest root = MerkleTree.root(stagedOf(caller).values().stream().map(Digest::of).toList());
      if (!root.equals(commitment.merkleRoot())) {
        throw new Refusal(409, "chunks-missing");
      }
    }
    switch (CoordinatorProtocol.step(state, new CoordinatorEvent.Received(caller, message))) {
      case Outcome.Accepted accepted -> {
        state = accepted.next();
        received.merge(message.phase(), 1, Integer::sum);
      }
      case Outcome.Repeated() -> {}
      case Outcome.Rejected rejected -> throw new Refusal(409, rejected.reason().code());
    }
  }
}
