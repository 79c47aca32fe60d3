package io.privirec.client.contribution;

import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.Draft;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Frozen data of participants, one file per text: a contribution is rebuilt from it to the same
/// bytes, whatever is imported meanwhile. Users have no names in it.
///
/// Format, big endian: magic, users i32, items i32, interactions i32, row offsets i32[users + 1],
/// columns i32[interactions]. With the magic `PRVSNAP1` that is all: no interaction has a rating,
/// as none had in older versions. With `PRVSNAP2` follow ratings f32[interactions], NaN
/// (`7fc00000`) where there is none.
public record Snapshots(Path directory) {
  private static final String SUFFIX = ".csr";
  private static final long UNRATED = 0x505256534e415031L;
  private static final long RATED = 0x505256534e415032L;
  private static final int HEADER_BYTES = Long.BYTES + 3 * Integer.BYTES;

  /// Writes the file, durably, over one that an interrupted try may have left.
  ///
  /// @return its digest, by which it is found again
  public Digest freeze(ParticipantId participant, RatingMatrix data) throws IOException {
    byte[] encoded = encode(data);
    Digest digest = Digest.of(encoded);
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    Path file = file(participant, digest);
    DurableFiles.createDirectories(directory.resolve(participant.value()));
    try (Draft draft = Draft.of(file)) {
      while (bytes.hasRemaining()) {
        draft.channel().write(bytes);
      }
      // Recorded next: the database must not know of a file that a loss of power takes back.
      draft.placeDurably();
    }
    DurableFiles.syncDirectory(directory);
    return digest;
  }

  /// Computes the digest that frozen data has.
  public static Digest digest(RatingMatrix data) {
    return Digest.of(encode(data));
  }

  /// Reads the file back.
  ///
  /// @throws RefusedException if it is missing or not the one frozen
  public RatingMatrix load(ParticipantId participant, Digest expected)
      throws IOException, RefusedException {
    Path file = file(participant, expected);
    RefusedException.require(
        Files.exists(file), Refusal.SNAPSHOT_MISMATCH, "the frozen data is missing");
    byte[] bytes = Files.readAllBytes(file);
    RefusedException.require(
        Digest.of(bytes).equals(expected),
        Refusal.SNAPSHOT_MISMATCH,
        "the frozen data was changed");
    return decode(ByteBuffer.wrap(bytes));
  }

  /// Deletes the files of a participant that nothing needs, and what interrupted tries have left.
  ///
  /// @return how many
  public int sweep(ParticipantId participant, Predicate<Digest> isNeeded) throws IOException {
    return sweep(
        directory.resolve(participant.value()),
        file -> digestOf(file).filter(isNeeded).isPresent());
  }

  /// Deletes all files of participants that are not hosted, such as those of an older version.
  ///
  /// @return how many
  public int sweepOthers(Predicate<String> isHosted) throws IOException {
    return sweep(
        directory, file -> isHosted.test(file.getName(directory.getNameCount()).toString()));
  }

  private static int sweep(Path root, Predicate<Path> isKept) throws IOException {
    if (!Files.isDirectory(root)) {
      return 0;
    }
    List<Path> remains;
    try (Stream<Path> files = Files.walk(root)) {
      remains = files.filter(Files::isRegularFile).filter(file -> !isKept.test(file)).toList();
    }
    for (Path file : remains) {
      Files.delete(file);
    }
    return remains.size();
  }

  private static Optional<Digest> digestOf(Path file) {
    String name = file.getFileName().toString();
    try {
      return name.endsWith(SUFFIX)
          ? Optional.of(Digest.parse(name.substring(0, name.length() - SUFFIX.length())))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private Path file(ParticipantId participant, Digest digest) {
    return directory.resolve(participant.value()).resolve(digest.hex() + SUFFIX);
  }

  private static byte[] encode(RatingMatrix ratings) {
    InteractionMatrix data = ratings.pattern();
    int interactions = data.interactions();
    long perInteraction = ratings.hasValues() ? 2 : 1;
    long size = HEADER_BYTES + 4 * (data.users() + 1 + perInteraction * interactions);
    byte[] encoded = new byte[Math.toIntExact(size)];
    ByteBuffer out = ByteBuffer.wrap(encoded);
    out.putLong(ratings.hasValues() ? RATED : UNRATED);
    out.putInt(data.users()).putInt(data.items()).putInt(interactions);
    out.putInt(0);
    for (int user = 0; user < data.users(); user++) {
      out.putInt(data.rowEnd(user));
    }
    for (int position = 0; position < interactions; position++) {
      out.putInt(data.column(position));
    }
    for (int position = 0; ratings.hasValues() && position < interactions; position++) {
      out.putInt(Float.floatToIntBits(ratings.value(position)));
    }
    return encoded;
  }

  private static RatingMatrix decode(ByteBuffer in) {
    long magic = in.getLong();
    if (magic != UNRATED && magic != RATED) {
      throw new IllegalStateException("snapshot with the right digest and a wrong header");
    }
    int users = in.getInt();
    int items = in.getInt();
    int[] columns = new int[in.getInt()];
    int[] offsets = new int[users + 1];
    in.asIntBuffer().get(offsets).get(columns);
    InteractionMatrix data = InteractionMatrix.of(users, items, offsets, columns);
    if (magic == UNRATED) {
      return RatingMatrix.of(data);
    }
    float[] ratings = new float[columns.length];
    in.position(in.position() + 4 * (offsets.length + columns.length)).asFloatBuffer().get(ratings);
    return RatingMatrix.of(data, ratings);
  }
}
