package io.privirec.serving.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The usable bytes of a disk, for drafts of files whose size another service or the parameters of
/// a session decide. A draft claims its bytes before its first byte. The disk keeps
/// [#RESERVE_BYTES] free for databases and logs, and the bytes that claims of this process have yet
/// to write. So drafts that begin at the same time do not count on the same bytes. Thread-safe.
public final class UsableSpace {
  /// Bytes of the disk that drafts leave free.
  public static final long RESERVE_BYTES = 256L << 20;

  private static final ConcurrentHashMap<FileStore, Claims> DISKS = new ConcurrentHashMap<>();

  private final Measure measure;
  private final Owner owner;

  private UsableSpace(Measure measure, Owner owner) {
    this.measure = measure;
    this.owner = owner;
  }

  /// Returns the usable bytes of a disk at the time of the call.
  @FunctionalInterface
  public interface Measure {
    long bytes() throws IOException;
  }

  /// Returns the claims on the disk at the time of the call: a directory may be created late.
  @FunctionalInterface
  private interface Owner {
    Claims claims() throws IOException;
  }

  /// Claims under way. Claims on a disk are made one after the other.
  private static final class Claims {
    private final List<Claim> open = new ArrayList<>();
  }

  /// The disk of a directory. All objects for directories of a disk share its claims.
  public static UsableSpace of(Path directory) {
    return new UsableSpace(
        () -> Files.getFileStore(directory).getUsableSpace(),
        () -> DISKS.computeIfAbsent(Files.getFileStore(directory), _ -> new Claims()));
  }

  /// A disk with claims of its own.
  public static UsableSpace measuredBy(Measure measure) {
    Claims claims = new Claims();
    return new UsableSpace(measure, () -> claims);
  }

  /// Claims the bytes of a draft.
  ///
  /// @param draft a file or a directory, which need not exist yet. Bytes that it has count as
  ///   written
  /// @param what the beginning of the message, such as `the broadcast has up to`
  /// @throws NoRoomException if the disk has less room
  public Claim claim(Path draft, long bytes, String what) throws IOException {
    return claim(draft, bytes, bytes, what);
  }

  /// Claims as many bytes of a draft as the disk has.
  ///
  /// @param least fewest bytes of the draft
  /// @param most largest number of bytes that the draft can have
  /// @throws NoRoomException if the disk has less room than the fewest bytes
  public Claim claim(Path draft, long least, long most, String what) throws IOException {
    Claims claims = owner.claims();
    synchronized (claims) {
      long promised = claims.open.stream().mapToLong(Claim::left).sum();
      long room = Math.max(0, measure.bytes() - RESERVE_BYTES - promised);
      if (least > room) {
        throw noRoom(what, least, room, promised);
      }
      Claim claim = new Claim(claims, draft, Math.min(most, room), room, promised);
      claims.open.add(claim);
      return claim;
    }
  }

  private static NoRoomException noRoom(String what, long bytes, long room, long promised) {
    return new NoRoomException(
        "no-room: %s %s bytes; the disk has %s beyond the %s bytes that stay free%s"
            .formatted(
                what,
                bytes,
                room,
                RESERVE_BYTES,
                promised == 0
                    ? ""
                    : " and the %s bytes of other files under way".formatted(promised)));
  }

  /// Bytes of the disk for a draft, until [#close].
  public static final class Claim implements AutoCloseable {
    private final Claims claims;
    private final Path draft;
    private final long bytes;
    private final long room;
    private final long promised;

    private Claim(Claims claims, Path draft, long bytes, long room, long promised) {
      this.claims = claims;
      this.draft = draft;
      this.bytes = bytes;
      this.room = room;
      this.promised = promised;
    }

    /// Returns how many bytes the draft may have.
    public long bytes() {
      return bytes;
    }

    /// Returns the failure of a draft that turned out to be longer than the claim.
    ///
    /// @param what the beginning of the message, such as `the broadcast has more than`
    public NoRoomException exceeded(String what) {
      return noRoom(what, bytes, room, promised);
    }

    private long left() {
      return Math.max(0, bytes - written(draft));
    }

    /// Another thread may create, rename or delete the files meanwhile.
    private static long written(Path draft) {
      try (Stream<Path> files = Files.walk(draft)) {
        long written = 0;
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          written += Files.size(file);
        }
        return written;
      } catch (IOException | UncheckedIOException _) {
        return 0;
      }
    }

    @Override
    public void close() {
      synchronized (claims) {
        claims.open.remove(this);
      }
    }
  }
}
