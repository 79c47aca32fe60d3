package io.privirec.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.MaskedInputCommitment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Stages masked chunks. A chunk is taken once: the same bytes again are fine, other bytes are
/// refused, because one mask must never cover two inputs.
public final class ChunkStaging {
  /// Held by every upload under way.
  private static final int BUFFER_BYTES = 1 << 16;

  private final ChunkStore store;
  private final BlobStore blobs;
  private final RoundObserver observer;
  private final RoundStates states;
  private final UploadSlots slots;
  private final WindowedSpool spool;

  ChunkStaging(RoundPorts ports, RoundStates states, UploadLimits limits, WindowedSpool spool) {
    this.store = ports.chunks();
    this.blobs = ports.blobs();
    this.observer = ports.observer();
    this.states = states;
    this.slots = new UploadSlots(limits, ports.blobs());
    this.spool = spool;
  }

  /// Of the participants that owe their input, those that hold up the others: in a window, whoever
  /// has not sent all of its chunks, since nobody else can go on. All of them if nobody lags
  /// behind.
  SortedSet<ParticipantId> holdingUp(Round round, SortedSet<ParticipantId> awaited) {
    ChunkWindow window = spool.windowOf(round);
    SortedSet<ParticipantId> behind = new TreeSet<>();
    for (ParticipantId participant : awaited) {
      Set<Integer> staged = store.of(round.id(), participant).keySet();
      if (!IntStream.range(window.from(), window.to()).allMatch(staged::contains)) {
        behind.add(participant);
      }
    }
    return behind.isEmpty() ? awaited : behind;
  }

  /// Takes a chunk. When this returns, the chunk is durable.
  ///
  /// @throws RoundRefusal when it is refused; nothing is kept then
  public void stage(RoundId id, ParticipantId participant, ChunkUpload upload) throws IOException {
    Round round = states.require(id);
    round.requireInvited(participant);
    VectorSpec vector = round.terms().vector();
    requireShape(vector, upload);
    Optional<Digest> known = store.find(id, participant, upload.chunk());
    if (known.isPresent()) {
      requireSame(known.get(), upload);
      return;
    }
    boolean awaited =
        round.status() == RoundStatus.OPEN
            && round.phase() == Phase.MASKED_INPUT
            && states
                .fold(round)
                .or(() -> states.load(id))
                .filter(current -> current.state().isAwaiting(participant))
                .isPresent();
    if (!awaited) {
      throw new RoundRefusal(
          Reason.WRONG_PHASE,
          "Chunks are taken in phase MASKED_INPUT before the commitment; the round is "
              + round.phaseInWords());
    }
    spool.requireInside(round, upload.chunk());
    try (UploadSlots.Slot _ = slots.take(participant, upload.declaredBytes())) {
      receiveAndRecord(id, participant, upload);
      spool.arrived(round, upload.chunk());
    } catch (RoundRefusal refusal) {
      if (refusal.reason() == Reason.DISK_FULL) {
        observer.diskFull();
      }
      throw refusal;
    } catch (IOException e) {
      if (slots.isDiskFull(upload.declaredBytes())) {
        observer.diskFull();
        throw RoundRefusal.diskFull();
      }
      throw e;
    }
  }

  private void receiveAndRecord(RoundId id, ParticipantId participant, ChunkUpload upload)
      throws IOException {
    BlobStore.Draft draft = blobs.draft();
    try (draft) {
      receive(upload, draft);
      boolean added =
          store.add(
              id,
              participant,
              upload.chunk(),
              upload.declaredDigest(),
              () -> draft.place(id, participant, upload.chunk()));
      if (!added) {
        requireSame(store.find(id, participant, upload.chunk()).orElseThrow(), upload);
      }
    } catch (NoSuchFileException _) {
      throw new RoundRefusal(Reason.WRONG_PHASE, "The round ended before the chunk was complete");
    }
  }

  /// The participant's chunks that have arrived, staged or summed already.
  public SortedMap<Integer, Digest> staged(RoundId id, ParticipantId participant) {
    return store.of(id, participant);
  }

  /// Chunks of all participants that have arrived.
  public long count(RoundId id) {
    return store.count(id);
  }

  /// Refuses a commitment that is not to exactly the staged chunks, all of them.
  void requireCommitted(Round round, ParticipantId participant, MaskedInputCommitment commitment)
      throws IOException {
    SortedMap<Integer, Digest> staged = store.of(round.id(), participant);
    int chunks = round.terms().vector().chunks();
    if (staged.size() != chunks) {
      throw new RoundRefusal(
          Reason.CHUNKS_MISSING, staged.size() + " of " + chunks + " chunks are staged");
    }
    for (int chunk = spool.summed(round); chunk < chunks; chunk++) {
      if (forgetIfLost(round, participant, chunk)) {
        throw new RoundRefusal(
            Reason.CHUNKS_MISSING, "The bytes of chunk " + chunk + " are lost here");
      }
    }
    Digest root = MerkleTree.root(List.copyOf(staged.values()));
    if (!root.equals(commitment.merkleRoot())) {
      throw new RoundRefusal(
          Reason.DIGEST_MISMATCH, "The Merkle root is not that of the staged chunks");
    }
  }

  /// Forgets a recorded chunk whose bytes are lost, so that its participant sends it again.
  boolean forgetIfLost(Round round, ParticipantId participant, int chunk) throws IOException {
    if (hasBytes(round, participant, chunk)) {
      return false;
    }
    return store.removeIf(
        round.id(), participant, chunk, () -> !hasBytes(round, participant, chunk));
  }

  /// Whether a chunk is in its place, or in a sum. It is looked for in this order, because summing
  /// writes the sum before it deletes the chunk.
  private boolean hasBytes(Round round, ParticipantId participant, int chunk) throws IOException {
    return blobs.isWhole(round.terms(), participant, chunk) || spool.isSummed(round, chunk);
  }

  private static void requireShape(VectorSpec vector, ChunkUpload upload) {
    if (upload.chunk() < 0 || upload.chunk() >= vector.chunks()) {
      throw new RoundRefusal(
          Reason.UNKNOWN_CHUNK, "chunk must be in [0, " + (vector.chunks() - 1) + "]");
    }
    long expected = vector.bytesInChunk(upload.chunk());
    if (upload.declaredBytes() < 0) {
      throw new RoundRefusal(Reason.LENGTH_NOT_DECLARED, "A chunk needs a Content-Length");
    }
    if (upload.declaredBytes() > expected) {
      throw new RoundRefusal(Reason.TOO_LONG, "This chunk has " + expected + " bytes");
    }
    if (upload.declaredBytes() < expected) {
      throw new RoundRefusal(Reason.WRONG_LENGTH, "This chunk has " + expected + " bytes");
    }
  }

  private static void requireSame(Digest known, ChunkUpload upload) {
    if (!known.equals(upload.declaredDigest())) {
      throw new RoundRefusal(
          Reason.CHUNK_CONFLICT,
          "Chunk " + upload.chunk() + " is staged already, with other bytes");
    }
  }

  private void receive(ChunkUpload upload, BlobStore.Draft draft) throws IOException {
    MessageDigest sha256 = sha256();
    byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, upload.declaredBytes())];
    long received = 0;
    InputStream in = upload.body();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      received += read;
      sha256.update(buffer, 0, read);
      draft.write(ByteBuffer.wrap(buffer, 0, read));
    }
    if (received != upload.declaredBytes()) {
      throw new RoundRefusal(Reason.WRONG_LENGTH, "The body ended after " + received + " bytes");
    }
    if (!Digest.fromBytes(sha256.digest()).equals(upload.declaredDigest())) {
      throw new RoundRefusal(
          Reason.DIGEST_MISMATCH, "The bytes do not have the digest that was declared");
    }
    draft.complete();
    observer.transferred(RoundObserver.Direction.IN, RoundObserver.Kind.CHUNK, received);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
