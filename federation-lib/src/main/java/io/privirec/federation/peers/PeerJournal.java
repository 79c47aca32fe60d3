package io.privirec.federation.peers;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.secagg.peer.PeerParty;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// What a participant has said to the others of a session, and what it has found with them, in
/// files: after a restart it goes on where it was, and says nothing else than before. Sums are as
/// open to everybody in the session as they are here; nothing of the participant's own is in the
/// journal but, of gossip in clear, what its neighbours are told, too.
///
/// One file of sums, one after the other; one of the digests of what was said; one of the step of
/// gossip that was reached last. A record that a crash cut off does not count. Not thread-safe.
public final class PeerJournal implements Closeable {
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

  private final Path gossipFile;
  private final FileChannel sums;
  private final FileChannel said;
  private final int length;
  private final Map<Integer, Digest> digests = new HashMap<>();
  private int count;

  /// The step of gossip that was reached.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Gossip(int step, double[] value) {}

  private PeerJournal(Path directory, int length) throws IOException {
    this.gossipFile = directory.resolve("gossip");
    this.length = length;
    this.sums = open(directory.resolve("sums"));
    this.said = open(directory.resolve("said"));
  }

  /// Opens the journal in a directory of its own, which exists.
  ///
  /// @param length numbers of a sum
  public static PeerJournal open(Path directory, int length) throws IOException {
    PeerJournal journal = new PeerJournal(directory, length);
    journal.readSaid();
    journal.countSums();
    return journal;
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private int saidBytes() {
    return HEADER_BYTES + Digest.SIZE_BYTES;
  }

  private int sumBytes() {
    return HEADER_BYTES + Digest.SIZE_BYTES + length * Double.BYTES;
  }

  private void readSaid() throws IOException {
    for (long at = 0; ; at += saidBytes()) {
      Optional<ByteBuffer> body = read(said, at, saidBytes());
      if (body.isEmpty()) {
        requireLast(said, at, saidBytes(), "said");
        said.truncate(at);
        return;
      }
      byte[] digest = new byte[Digest.SIZE_BYTES];
      int step = body.get().getInt();
      body.get().get(digest);
      digests.put(step, Digest.fromBytes(digest));
    }
  }

  private void countSums() throws IOException {
    while (read(sums, (long) count * sumBytes(), sumBytes()).isPresent()) {
      count++;
    }
    requireLast(sums, (long) count * sumBytes(), sumBytes(), "sums");
    sums.truncate((long) count * sumBytes());
  }

  /// A crash cuts off the last record. Whatever is wrong with one before is no crash, and what
  /// comes after it must not be forgotten: it was said.
  private static void requireLast(FileChannel file, long at, int bytes, String name)
      throws IOException {
    if (file.size() > at + bytes) {
      throw new IOException("the file %s of a journal is damaged at byte %s".formatted(name, at));
    }
  }

  /// A record's number and content; empty where it is not whole.
  private static Optional<ByteBuffer> read(FileChannel file, long at, int bytes)
      throws IOException {
    ByteBuffer record = ByteBuffer.allocate(bytes);
    while (record.hasRemaining()) {
      int got = file.read(record, at + record.position());
      if (got < 0) {
        return Optional.empty();
      }
    }
    record.flip();
    long check = record.getLong();
    return check == check(record.duplicate()) ? Optional.of(record) : Optional.empty();
  }

  private static long check(ByteBuffer content) {
    CRC32 check = new CRC32();
    check.update(content);
    return check.getValue();
  }

  private static void append(FileChannel file, long at, ByteBuffer record) throws IOException {
    record.flip().position(Long.BYTES);
    long check = check(record.duplicate());
    record.putLong(0, check).position(0);
    while (record.hasRemaining()) {
      file.write(record, at + record.position());
    }
    file.force(false);
  }

  /// How many sums there are: the last one's number.
  int sums() {
    return count;
  }

  /// A sum that was found.
  Optional<double[]> sum(int number) throws IOException {
    if (number > count) {
      return Optional.empty();
    }
    ByteBuffer record = record(number);
    record.position(record.position() + Digest.SIZE_BYTES);
    double[] sum = new double[length];
    Arrays.setAll(sum, _ -> record.getDouble());
    return Optional.of(sum);
  }

  /// What everybody had said when a sum was found; empty where there is none.
  Optional<Digest> heard(int number) throws IOException {
    if (number < 1 || number > count) {
      return Optional.empty();
    }
    byte[] heard = new byte[Digest.SIZE_BYTES];
    record(number).get(heard);
    return Optional.of(Digest.fromBytes(heard));
  }

  /// Of a sum, behind its number.
  private ByteBuffer record(int number) throws IOException {
    ByteBuffer record =
        read(sums, (long) (number - 1) * sumBytes(), sumBytes())
            .orElseThrow(() -> new IOException("sum " + number + " is damaged"));
    record.getInt();
    return record;
  }

  void put(int number, double[] sum, Digest heard) throws IOException {
    if (number != count + 1 || sum.length != length) {
      throw new IllegalArgumentException(
          "sum %s of %s numbers after %s of %s".formatted(number, sum.length, count, length));
    }
    ByteBuffer record =
        ByteBuffer.allocate(sumBytes()).putLong(0).putInt(number).put(heard.bytes());
    Arrays.stream(sum).forEach(record::putDouble);
    append(sums, (long) count * sumBytes(), record);
    count = number;
  }

  Optional<Gossip> gossip() throws IOException {
    if (Files.notExists(gossipFile)) {
      return Optional.empty();
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(gossipFile))) {
      int step = in.readInt();
      ByteBuffer numbers = ByteBuffer.wrap(in.readNBytes(length * Double.BYTES));
      double[] value = new double[length];
      Arrays.setAll(value, _ -> numbers.getDouble());
      return Optional.of(new Gossip(step, value));
    }
  }

  void put(Gossip gossip) throws IOException {
    ByteBuffer content =
        ByteBuffer.allocate(Integer.BYTES + length * Double.BYTES).putInt(gossip.step());
    Arrays.stream(gossip.value()).forEach(content::putDouble);
    // Two drafts never meet: a journal is of one thread.
    Path draft = gossipFile.resolveSibling("gossip.part");
    try (FileChannel file =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (content.flip(); content.hasRemaining(); ) {
        file.write(content);
      }
      file.force(false);
    }
    Files.move(
        draft, gossipFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Says a step's vector, whose digest is on disk before anybody can have it. One mask covers one
  /// vector: after a restart the same is said, or nothing.
  void say(PeerParty party, int step, long[] vector, Digest heard)
      throws PeerFailureException, IOException {
    try {
      party.say(step, vector, heard, digest -> remember(step, digest));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ChangedInput changed) {
      throw new PeerFailureException(
          Code.PEER_INPUT_CHANGED,
          Collections.emptySortedSet(),
          "step %s came out otherwise than before a restart".formatted(step));
    }
  }

  private static final class ChangedInput extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private void remember(int step, Digest digest) {
    Digest before = digests.get(step);
    if (before != null) {
      if (!before.equals(digest)) {
        throw new ChangedInput();
      }
      return;
    }
    ByteBuffer record = ByteBuffer.allocate(saidBytes()).putLong(0).putInt(step);
    record.put(digest.bytes());
    try {
      append(said, (long) digests.size() * saidBytes(), record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    digests.put(step, digest);
  }

  @Override
  public void close() throws IOException {
    sums.close();
    said.close();
  }
}
