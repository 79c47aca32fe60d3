package io.privirec.client.contribution;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.peer.PeerCall;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.participant.InputMasker;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.peer.PeerGroup;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.UploadWindow;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes what one participant contributes to a round, from the data that it has consented to and
/// from what the round hands to every contributor; masks it, and uploads the chunks that the
/// coordinator does not have yet, in order, and no further ahead of the others than the
/// coordinator's window reaches. Waiting for the window holds no slot that other participants need.
/// It ends when the window stands still and this participant is awaited elsewhere: two sessions
/// whose participants wait in one each would otherwise wait for each other. Good for one [#run].
///
/// The digest of a masked chunk is recorded before the chunk is sent. A chunk that comes out
/// otherwise a second time is not sent: two texts under one mask give both away.
///
/// Without noise, each chunk is computed when it is sent. With noise, the participant computes and
/// stores the whole masked vector, rests to the end of the class of time, and sends stored chunks.
/// The times of its requests then follow from the class and not further from the data. If a chunk
/// is refused or the service restarts, stored chunks are sent again without a computation. Stored
/// chunks have slots of their own: they do not wait for a computation of another participant.
public final class ContributionUpload {
  private static final Duration WINDOW_POLL = Duration.ofSeconds(5);

  private final RoundKey key;
  private final IdentityKeyPair identity;
  private final ParticipantChannel channel;
  private final Contributions parts;
  private final Participation participation;
  private final Algorithm algorithm;
  private final RoundRecord record;
  private final VectorSpec vector;
  private final InputMasker masker;
  private final Optional<NoiseShare> noise;

  private final Map<Integer, Digest> digests = new ConcurrentHashMap<>();

  /// @param algorithm of the session
  /// @param noise share of the participant; empty if the round has no noise
  public ContributionUpload(
      RoundKey key,
      IdentityKeyPair identity,
      ParticipantChannel channel,
      Contributions parts,
      Participation participation,
      Algorithm algorithm,
      ParticipantState.Masking state,
      Optional<NoiseShare> noise) {
    this.key = key;
    this.identity = identity;
    this.channel = channel;
    this.parts = parts;
    this.participation = participation;
    this.algorithm = algorithm;
    this.record = state.record();
    this.vector = record.vector();
    this.masker = state.masker();
    this.noise = noise;
  }

  /// Uploads the missing chunks.
  ///
  /// @return Merkle root over the digests of all masked chunks; empty when other work comes first
  public Optional<Digest> run() throws Exception {
    Round round = parts.round(key, algorithm);
    @Nullable Path broadcast =
        round.spec().hasBroadcast() ? parts.broadcast(key, record, round.spec(), channel) : null;
    Callable<RoundInput> inputs =
        () ->
            new RoundInput(
                key.participant(),
                round.spec(),
                broadcast,
                data(),
                noise,
                parts.secret(key, algorithm),
                Contributions.cohort(record));
    return noise.isPresent()
        ? send(parts.pool().storedChunks(), () -> stored(round, inputs))
        : computeAndSend(round, parts.pool().computeOverData(inputs));
  }

  private Optional<Digest> computeAndSend(Round round, RoundInput own) throws Exception {
    RoundInput input = own;
    requireSameConstants(round, input);
    if (round.peers().isPresent()) {
      Optional<Path> found = computeWithPeers(round.peers().get(), input);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      input = input.with(found.get());
    }
    RoundInput complete = input;
    return send(
        parts.pool().computedChunks(),
        () -> {
          Contribution contribution = parts.pool().prepare(() -> round.contribution(complete));
          return (chunk, slot) -> computed(chunk, slot, contribution);
        });
  }

  /// The source of masked chunks.
  @FunctionalInterface
  private interface Chunks {
    /// Returns the recorded digest of a chunk, whose bytes it packs into the slot.
    Digest pack(int chunk, ChunkSlot slot) throws Exception;
  }

  /// Computes with the other participants. Returns empty while the computation is not over.
  private Optional<Path> computeWithPeers(Round.PeerComputation computation, RoundInput input)
      throws Exception {
    SortedSet<ParticipantId> cohort = input.cohort();
    RefusedException.require(
        computation.terms().heldBytes(key.participant(), cohort)
            <= Runtime.getRuntime().maxMemory() / 2,
        Refusal.HEAP_EXCEEDED,
        "messages of %s participants take more than half of the heap".formatted(cohort.size()));
    Map<ParticipantId, URI> addresses = new HashMap<>();
    parts
        .rosters()
        .roster()
        .ifPresent(roster ->
            cohort.forEach(id ->
                roster
                    .member(id)
                    .flatMap(RosterMember::address)
                    .ifPresent(address -> addresses.put(id, address))));
    PeerGroup group = PeerGroup.of(record);
    byte[] seed = new byte[AgreementKeyPair.SEED_BYTES];
    input.secret().orElseThrow().stream("peers/agreement", 0, group.context()).nextBytes(seed);
    try {
      return parts
          .meetings()
          .attend(
              new PeerCall(
                  key.session().value(),
                  key.participant(),
                  identity,
                  AgreementKeyPair.fromSeed(group.agreement(), SecretBytes.copyOf(seed)),
                  group,
                  computation.terms(),
                  addresses,
                  channel,
                  (sums, result) -> computation.step().of(input, sums, result)));
    } catch (PeerFailureException e) {
      throw new RefusedException(Refusal.PEERS_FAILED, e.code().label() + ": " + e.getMessage(), e);
    }
  }

  /// @param slots for the chunks under way
  /// @param source is asked when the first missing chunk can be sent
  private Optional<Digest> send(ChunkSlots slots, Callable<Chunks> source) throws Exception {
    ChunkStatus arrived = channel.chunks(key.round());
    List<Integer> missing = missing(arrived);
    if (!missing.isEmpty()) {
      // A contribution takes time and memory: not before some of it can be sent.
      Optional<UploadWindow> open = reach(missing.getFirst(), arrived.window(), () -> false);
      if (open.isEmpty() || !send(missing, open.get(), slots, source.call())) {
        return Optional.empty();
      }
    }
    List<Digest> leaves = new ArrayList<>();
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      leaves.add(Objects.requireNonNull(digests.get(chunk), "a chunk was not uploaded"));
    }
    return Optional.of(MerkleTree.root(leaves));
  }

  /// Returns the stored vector, computed before if it is not stored yet. The computation ends with
  /// the class of its time, also if it fails.
  private Chunks stored(Round round, Callable<RoundInput> inputs) throws Exception {
    if (!parts.maskedVectors().has(key)) {
      long start = System.nanoTime();
      try {
        store(
            parts
                .pool()
                .prepare(() -> {
                  RoundInput input = inputs.call();
                  requireSameConstants(round, input);
                  return round.contribution(input);
                }));
      } finally {
        parts.pool().restToEndOfClass(key.session(), start);
      }
    }
    Map<Integer, Digest> recorded = parts.store().chunks(key);
    return (chunk, slot) -> read(chunk, slot, Optional.ofNullable(recorded.get(chunk)));
  }

  /// Masks and stores all chunks: the time then does not tell which chunks were missing.
  private void store(Contribution contribution) throws Exception {
    List<Integer> all = IntStream.range(0, vector.chunks()).boxed().toList();
    parts
        .maskedVectors()
        .store(
            key,
            vector,
            writer ->
                parts
                    .pool()
                    .computedChunks()
                    .each(
                        all,
                        (chunk, hasFailed) -> true,
                        (chunk, slot) -> {
                          computed(chunk, slot, contribution);
                          writer.write(chunk, slot.packed(vector.bytesInChunk(chunk)));
                        }));
  }

  /// Reads a stored chunk.
  ///
  /// @throws IOException if it is not the recorded chunk; the next try computes the vector again
  private Digest read(int chunk, ChunkSlot slot, Optional<Digest> recorded) throws Exception {
    int bytes = vector.bytesInChunk(chunk);
    byte[] packed = slot.packed(bytes);
    parts.maskedVectors().read(key, vector, chunk, packed);
    Digest digest = Digest.of(packed, 0, bytes);
    if (!recorded.equals(Optional.of(digest))) {
      parts.maskedVectors().forget(key.session(), key.participant());
      throw new IOException(
          "stored chunk %s of %s has other bytes than recorded; the next try computes the vector again"
              .formatted(chunk, key));
    }
    return digest;
  }

  /// A chunk counts as uploaded only when the coordinator has what was recorded here.
  private List<Integer> missing(ChunkStatus staged) {
    Map<Integer, Digest> recorded = parts.store().chunks(key);
    List<Integer> missing = new ArrayList<>();
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      @Nullable Digest digest = recorded.get(chunk);
      if (digest != null && digest.hex().equals(staged.received().get(chunk))) {
        digests.put(chunk, digest);
      } else {
        missing.add(chunk);
      }
    }
    return missing;
  }

  /// @return whether all of it was sent
  private boolean send(List<Integer> missing, UploadWindow window, ChunkSlots slots, Chunks chunks)
      throws Exception {
    AtomicLong sent = new AtomicLong();
    UploadWindow[] open = {window};
    try {
      return slots.each(
          missing,
          (chunk, hasFailed) -> {
            Optional<UploadWindow> reached = reach(chunk, open[0], hasFailed);
            reached.ifPresent(later -> open[0] = later);
            return reached.isPresent();
          },
          (chunk, slot) -> {
            Digest digest = chunks.pack(chunk, slot);
            int bytes = vector.bytesInChunk(chunk);
            channel.putChunk(key.round(), chunk, slot.packed(bytes), bytes, digest);
            digests.put(chunk, digest);
            sent.addAndGet(bytes);
          });
    } finally {
      parts.store().addTraffic(key, sent.get(), 0);
    }
  }

  /// Waits until the window reaches beyond a chunk; empty when it is not worth waiting.
  private Optional<UploadWindow> reach(int chunk, UploadWindow window, BooleanSupplier hasFailed)
      throws Exception {
    UploadWindow open = window;
    while (chunk >= open.to()) {
      int past = open.to();
      UploadWindow later =
          parts.pool().aside(key.session(), () -> channel.window(key.round(), past, WINDOW_POLL));
      boolean still = later.to() == open.to();
      if (hasFailed.getAsBoolean() || (still && isAwaitedElsewhere())) {
        return Optional.empty();
      }
      open = later;
    }
    return Optional.of(open);
  }

  private boolean isAwaitedElsewhere() {
    return channel.work(Duration.ZERO).items().stream()
        .anyMatch(item -> !item.roundId().equals(key.round().hex()));
  }

  /// Computes, masks and records a chunk.
  private Digest computed(int chunk, ChunkSlot slot, Contribution contribution) throws Exception {
    int bytes = vector.bytesInChunk(chunk);
    byte[] packed = slot.packed(bytes);
    Digest digest =
        parts.pool().computeOverData(() -> mask(chunk, slot, contribution, packed, bytes));
    Digest recorded = parts.store().recordChunk(key, chunk, digest);
    RefusedException.require(
        recorded.equals(digest),
        Refusal.INPUT_CHANGED,
        "chunk " + chunk + " came out with other bytes than before");
    return digest;
  }

  private Digest mask(
      int chunk, ChunkSlot slot, Contribution contribution, byte[] packed, int bytes) {
    long start = System.nanoTime();
    int elements = vector.elementsInChunk(chunk);
    RingVector values = slot.vector(vector.ring(), elements);
    contribution.fill(vector.firstElementOf(chunk), values);
    if (contribution instanceof CipherContribution ciphertexts) {
      masker.mask(ciphertexts.key(), chunk, values);
    } else {
      masker.mask(chunk, values);
    }
    values.packInto(packed, 0, 0, elements);
    Digest digest = Digest.of(packed, 0, bytes);
    parts.observer().chunkMasked(noise.isPresent() ? 0 : System.nanoTime() - start, bytes);
    return digest;
  }

  private RatingMatrix data() throws IOException, RefusedException {
    int items = participation.terms().orElseThrow().items();
    if (!algorithm.disclosure().readsData()) {
      return Contributions.nobody(items);
    }
    Digest consented =
        participation
            .snapshot()
            .orElseThrow(
                () -> new RefusedException(Refusal.SNAPSHOT_MISMATCH, "no data was frozen"));
    return parts.snapshots().load(key.participant(), consented).firstItems(items);
  }

  /// Another V would have the same history summed under another normalisation.
  private void requireSameConstants(Round round, RoundInput input) throws IOException {
    Optional<Digest> constants = round.sessionConstants(input);
    if (constants.isPresent()
        && !parts
            .store()
            .recordConstants(key.session(), key.participant(), constants.get())
            .equals(constants.get())) {
      throw new ContributionRefusedException(
          "the broadcast has other item degrees or users than the session's first one");
    }
  }
}
