package io.privirec.federation.local;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.Contribution;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStep;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// One closed round between participants and a coordinator in one process, to its sum: the walk
/// that the services make.
final class LocalRound implements Closeable {
  private final VectorSpec vector;
  private final RoundKind noiseOf;
  private final SecureRandom random;
  private final IntConsumer summed;
  private final FileChannel sums;
  private final SortedMap<ParticipantId, ParticipantState> states = new TreeMap<>();
  private CoordinatorState coordinator;

  /// @param noiseOf the kind of rounds that its contributions have the noise of
  /// @param file keeps the sums of chunks
  /// @param summed hears how many chunks are summed
  LocalRound(
      SignedRoundRecord signed,
      RoundKind noiseOf,
      SortedMap<ParticipantId, Membership> members,
      Path file,
      SecureRandom random,
      IntConsumer summed)
      throws IOException {
    this.vector = signed.record().vector();
    this.noiseOf = noiseOf;
    this.random = random;
    this.summed = summed;
    this.coordinator = CoordinatorProtocol.open(signed.record());
    members.forEach((participant, membership) ->
        send(participant, ParticipantProtocol.join(signed, membership, random)));
    this.sums =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /// @throws IllegalStateException if the protocol does not come to its end
  Aggregate run(Map<ParticipantId, Contribution> contributions) throws IOException {
    while (phase() != Phase.MASKED_INPUT) {
      Set.copyOf(coordinator.awaiting()).forEach(this::deliver);
    }
    Map<ParticipantId, Digest> roots = sumMasked(contributions);
    roots.forEach((participant, root) ->
        send(
            participant,
            ParticipantProtocol.step(
                state(participant), new ParticipantEvent.InputCommitted(root), random)));
    if (!(coordinator instanceof CoordinatorState.Complete)) {
      throw new IllegalStateException("the round ended as " + coordinator);
    }
    return new Sum();
  }

  private Phase phase() {
    return coordinator
        .phase()
        .orElseThrow(() -> new IllegalStateException("the round ended as " + coordinator));
  }

  private void deliver(ParticipantId participant) {
    CoordinatorMessage message = coordinator.messageFor(participant).orElseThrow();
    send(
        participant,
        ParticipantProtocol.step(
            state(participant), new ParticipantEvent.MessageReceived(message), random));
  }

  private ParticipantState state(ParticipantId participant) {
    return Objects.requireNonNull(states.get(participant));
  }

  private void send(ParticipantId participant, ParticipantStep step) {
    if (step.state() instanceof ParticipantState.Aborted aborted) {
      throw new IllegalStateException(participant + " gives up: " + aborted.reason().code());
    }
    states.put(participant, step.state());
    step.toSend().ifPresent(message -> accept(new CoordinatorEvent.Received(participant, message)));
  }

  private void accept(CoordinatorEvent event) {
    if (!(CoordinatorProtocol.step(coordinator, event)
        instanceof Outcome.Accepted(CoordinatorState next))) {
      throw new IllegalStateException("the coordinator refused a message");
    }
    coordinator = next;
  }

  /// Masks and sums every chunk.
  ///
  /// @return Merkle roots over each participant's masked chunks
  private Map<ParticipantId, Digest> sumMasked(Map<ParticipantId, Contribution> contributions) {
    Map<ParticipantId, Digest[]> digests = new TreeMap<>();
    for (ParticipantId participant : contributions.keySet()) {
      deliver(participant);
      digests.put(participant, new Digest[vector.chunks()]);
    }
    AtomicInteger done = new AtomicInteger();
    SortedSet<ParticipantId> places = new TreeSet<>(contributions.keySet());
    IntStream.range(0, vector.chunks())
        .parallel()
        .forEach(chunk -> {
          byte[] packed = new byte[vector.bytesInChunk(chunk)];
          RingVector sum = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
          for (Map.Entry<ParticipantId, Contribution> own : contributions.entrySet()) {
            mask(chunk, own.getKey(), own.getValue(), packed);
            Objects.requireNonNull(digests.get(own.getKey()))[chunk] = Digest.of(packed);
            if (vector.isOfCiphertexts()) {
              keep(
                  ByteBuffer.wrap(packed.clone()),
                  places.headSet(own.getKey()).size() * vector.length()
                      + vector.firstElementOf(chunk));
            } else {
              sum.addPacked(packed, 0, 0, sum.length());
            }
          }
          if (!vector.isOfCiphertexts()) {
            sum.packInto(packed, 0, 0, sum.length());
            keep(ByteBuffer.wrap(packed), vector.firstElementOf(chunk));
          }
          summed.accept(done.incrementAndGet());
        });
    Map<ParticipantId, Digest> roots = new TreeMap<>();
    digests.forEach(
        (participant, leaves) -> roots.put(participant, MerkleTree.root(Arrays.asList(leaves))));
    return roots;
  }

  private void mask(
      int chunk, ParticipantId participant, Contribution contribution, byte[] packed) {
    if (!(states.get(participant) instanceof ParticipantState.Masking masking)) {
      throw new IllegalStateException(participant + " is not masking");
    }
    RingVector values = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
    contribution.fill(vector.firstElementOf(chunk), values);
    if (contribution instanceof CipherContribution ciphertexts) {
      masking.masker().mask(ciphertexts.key(), chunk, values);
    } else if (!vector.isOfCiphertexts()) {
      masking.masker().mask(chunk, values);
    }
    // Else it lies: what is no ciphertext goes out as it is.
    values.packInto(packed, 0, 0, values.length());
  }

  private void keep(ByteBuffer packed, long first) {
    try {
      transfer(packed, first, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void transfer(ByteBuffer packed, long first, boolean write) throws IOException {
    long at = first * vector.ring().bytesPerElement();
    while (packed.hasRemaining()) {
      int moved = write ? sums.write(packed, at) : sums.read(packed, at);
      if (moved < 0) {
        throw new IOException("the file of sums is too short");
      }
      at += moved;
    }
  }

  @Override
  public void close() throws IOException {
    sums.close();
  }

  /// The opened sum, as a plan reads it.
  private final class Sum implements Aggregate {
    @Override
    public long length() {
      return vector.isOfCiphertexts() ? vector.length() * states.size() : vector.length();
    }

    @Override
    public SortedSet<ParticipantId> survivors() {
      return new TreeSet<>(states.keySet());
    }

    @Override
    public RoundKind kind() {
      return noiseOf;
    }

    @Override
    public void read(long offset, RingVector out) throws IOException {
      byte[] packed = new byte[out.ring().packedBytes(out.length())];
      transfer(ByteBuffer.wrap(packed), offset, false);
      RingVector values = RingVector.zero(out.ring(), out.length());
      values.addPacked(packed, 0, 0, out.length());
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, values.getSigned(i));
      }
    }
  }
}
