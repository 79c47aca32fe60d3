package io.privirec.round.local;

import io.privirec.round.BlobStore;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Masked chunks on disk: `<round>/<participant>/<chunk>`, each whole or absent.
public final class LocalBlobs implements BlobStore {
  private static final String DRAFTS = "drafts";

  private final Path root;

  /// @param root directory of all rounds
  public LocalBlobs(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve(DRAFTS));
  }

  @Override
  public int sweepDrafts(Instant untouchedSince) throws IOException {
    int removed = 0;
    for (Path draft : RoundDirectories.list(root.resolve(DRAFTS))) {
      if (RoundDirectories.isOlder(draft, untouchedSince) && Files.deleteIfExists(draft)) {
        removed++;
      }
    }
    return removed;
  }

  @Override
  public Set<RoundId> rounds() throws IOException {
    return RoundDirectories.in(root);
  }

  @Override
  public boolean isOlder(RoundId round, Instant then) throws IOException {
    return RoundDirectories.isOlder(root.resolve(round.hex()), then);
  }

  @Override
  public Set<Integer> chunks(RoundId round, ParticipantId participant, Instant untouchedSince)
      throws IOException {
    Set<Integer> chunks = new HashSet<>();
    for (Path file : RoundDirectories.list(directory(round, participant))) {
      if (RoundDirectories.isOlder(file, untouchedSince)) {
        chunks.add(Integer.valueOf(file.getFileName().toString()));
      }
    }
    return chunks;
  }

  @Override
  public void delete(RoundId round, ParticipantId participant, int chunk) throws IOException {
    Files.deleteIfExists(file(round, participant, chunk));
  }

  @Override
  public void delete(RoundId round) throws IOException {
    RoundDirectories.delete(root.resolve(round.hex()));
  }

  @Override
  public void prepare(RoundRecord terms) throws IOException {
    for (CohortMember member : terms.cohort()) {
      Files.createDirectories(directory(terms.id(), member.id()));
    }
    RoundDirectories.sync(root.resolve(terms.id().hex()));
    RoundDirectories.sync(root);
  }

  @Override
  public Draft draft() throws IOException {
    Path file = Files.createTempFile(root.resolve(DRAFTS), "chunk", "");
    return new FileDraft(file, FileChannel.open(file, StandardOpenOption.WRITE));
  }

  @Override
  public boolean isWhole(RoundRecord terms, ParticipantId participant, int chunk)
      throws IOException {
    Path file = file(terms.id(), participant, chunk);
    return Files.exists(file) && Files.size(file) == terms.vector().bytesInChunk(chunk);
  }

  @Override
  public long usableBytes() throws IOException {
    return Files.getFileStore(root).getUsableSpace();
  }

  /// Where a staged chunk lies.
  Path file(RoundId round, ParticipantId participant, int chunk) {
    return directory(round, participant).resolve(Integer.toString(chunk));
  }

  private Path directory(RoundId round, ParticipantId participant) {
    return root.resolve(round.hex()).resolve(participant.value());
  }

  private final class FileDraft implements Draft {
    private final Path file;
    private final FileChannel out;

    FileDraft(Path file, FileChannel out) {
      this.file = file;
      this.out = out;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }

    @Override
    public void complete() throws IOException {
      out.force(true);
      out.close();
    }

    @Override
    public void place(RoundId round, ParticipantId participant, int chunk) throws IOException {
      Files.move(file, file(round, participant, chunk), StandardCopyOption.ATOMIC_MOVE);
      RoundDirectories.sync(directory(round, participant));
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(file);
    }
  }
}
