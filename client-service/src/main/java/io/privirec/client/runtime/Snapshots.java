package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/// Data frozen at the start of a session, one file per participant: a contribution is rebuilt from
/// it to the same bytes, whatever is imported meanwhile. Users have no names in it.
///
/// Format, big endian: `PRVSNAP1`, users i32, items i32, interactions i32, row offsets i32[users +
/// 1], columns i32[interactions].
final class Snapshots {
  private static final String SUFFIX = ".csr";
  private static final String DRAFT = ".part";
  private static final long MAGIC = 0x505256534e415031L;
  private static final int HEADER_BYTES = Long.BYTES + 3 * Integer.BYTES;

  private final Path directory;

  Snapshots(Path directory) {
    this.directory = directory;
  }

  /// Writes the file, durably, over one that an interrupted try may have left.
  Digest freeze(SessionId session, ParticipantId participant, InteractionMatrix data)
      throws IOException {
    byte[] encoded = encode(data, data.items());
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    Path file = file(session, participant);
    DurableFiles.createDirectories(directory.resolve(session.value()));
    Path draft = file.resolveSibling(file.getFileName() + DRAFT);
    try (FileChannel out =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    // Recorded next: the database must not know of a file that a loss of power takes back.
    DurableFiles.place(draft, file);
    // Another participant may have made the session's directory a moment ago.
    DurableFiles.syncDirectory(directory);
    return Digest.of(encoded);
  }

  /// SHA-256 of what a file of this data would hold, but for the number of items: the same data in
  /// whatever catalogue has the same digest.
  static Digest digest(InteractionMatrix data) {
    return Digest.of(encode(data, 0));
  }

  /// Reads the file back.
  ///
  /// @throws RefusedException if it is missing or not the one frozen
  InteractionMatrix load(SessionId session, ParticipantId participant, Digest expected)
      throws IOException, RefusedException {
    Path file = file(session, participant);
    RefusedException.require(
        Files.exists(file), Refusal.SNAPSHOT_MISMATCH, "the frozen data is missing");
    byte[] bytes = Files.readAllBytes(file);
    RefusedException.require(
        Digest.of(bytes).equals(expected),
        Refusal.SNAPSHOT_MISMATCH,
        "the frozen data was changed");
    return decode(ByteBuffer.wrap(bytes));
  }

  void forget(SessionId session, ParticipantId participant) throws IOException {
    Files.deleteIfExists(file(session, participant));
  }

  /// Deletes what a crash left of sessions that were never settled, or are over. Only before
  /// anything runs: a snapshot is written before its session is recorded.
  ///
  /// @return how many files
  int sweep(BiPredicate<SessionId, ParticipantId> isOpen) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    List<Path> remains;
    try (Stream<Path> files = Files.walk(directory)) {
      remains =
          files.filter(Files::isRegularFile).filter(file -> !isSnapshotOf(file, isOpen)).toList();
    }
    for (Path file : remains) {
      Files.delete(file);
    }
    return remains.size();
  }

  private static boolean isSnapshotOf(Path file, BiPredicate<SessionId, ParticipantId> isOpen) {
    String name = file.getFileName().toString();
    if (!name.endsWith(SUFFIX)) {
      return !name.endsWith(SUFFIX + DRAFT);
    }
    try {
      return isOpen.test(
          new SessionId(file.getName(file.getNameCount() - 2).toString()),
          new ParticipantId(name.substring(0, name.length() - SUFFIX.length())));
    } catch (IllegalArgumentException _) {
      return true; // Not one of ours.
    }
  }

  private Path file(SessionId session, ParticipantId participant) {
    return directory.resolve(session.value()).resolve(participant.value() + SUFFIX);
  }

  private static byte[] encode(InteractionMatrix data, int items) {
    long size = HEADER_BYTES + 4L * (data.users() + 1L + data.interactions());
    byte[] encoded = new byte[Math.toIntExact(size)];
    ByteBuffer out = ByteBuffer.wrap(encoded);
    out.putLong(MAGIC).putInt(data.users()).putInt(items).putInt(data.interactions());
    out.putInt(0);
    for (int user = 0; user < data.users(); user++) {
      out.putInt(data.rowEnd(user));
    }
    for (int position = 0; position < data.interactions(); position++) {
      out.putInt(data.column(position));
    }
    return encoded;
  }

  private static InteractionMatrix decode(ByteBuffer in) {
    if (in.getLong() != MAGIC) {
      throw new IllegalStateException("snapshot with the right digest and a wrong header");
    }
    int users = in.getInt();
    int items = in.getInt();
    int[] columns = new int[in.getInt()];
    int[] offsets = new int[users + 1];
    in.asIntBuffer().get(offsets).get(columns);
    return InteractionMatrix.of(users, items, offsets, columns);
  }
}
