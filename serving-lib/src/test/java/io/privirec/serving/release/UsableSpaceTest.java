package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.serving.release.UsableSpace.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsableSpaceTest {
  private static final long ROOM = 1_000;

  private final AtomicLong usable = new AtomicLong(UsableSpace.RESERVE_BYTES + ROOM);
  private final UsableSpace disk = UsableSpace.measuredBy(usable::get);

  @TempDir private Path directory;

  private Claim claim(String draft, long bytes) throws IOException {
    return disk.claim(directory.resolve(draft), bytes, "the file has");
  }

  private void write(String draft, int bytes) throws IOException {
    Path file = directory.resolve(draft);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
    usable.addAndGet(-bytes);
  }

  @Test
  void claims_atOneTime_shareTheRoom() throws IOException {
    try (Claim first = claim("first", 600)) {
      assertThat(first.bytes()).isEqualTo(600);
      assertThatThrownBy(() -> claim("second", 401))
          .isInstanceOf(NoRoomException.class)
          .hasMessage(
              "no-room: the file has 401 bytes; the disk has 400 beyond the %d bytes that stay free"
                  + " and the 600 bytes of other files under way",
              UsableSpace.RESERVE_BYTES);
      claim("second", 400).close();
      claim("third", 400).close();
    }
    claim("second", 1_000).close();
  }

  @Test
  void claim_ofMoreThanTheDiskHas_isRejected() throws IOException {
    assertThatThrownBy(() -> claim("large", ROOM + 1))
        .isInstanceOf(NoRoomException.class)
        .hasMessage(
            "no-room: the file has 1001 bytes; the disk has 1000 beyond the %d bytes that stay free",
            UsableSpace.RESERVE_BYTES);
    claim("large", ROOM).close();
  }

  @Test
  void bytesOfADraft_countAsWritten() throws IOException {
    try (Claim _ = claim("release", 600)) {
      write("release/manifest", 100);
      write("release/factors", 400);

      try (Claim rest = disk.claim(directory.resolve("rest"), 1, 5_000, "the rest has")) {
        assertThat(rest.bytes()).isEqualTo(400);
        assertThat(rest.exceeded("the rest has more than"))
            .hasMessageStartingWith("no-room: the rest has more than 400 bytes; the disk has 400");
      }
    }
  }

  @Test
  void draft_thatIsLongerThanItsClaim_freesNothing() throws IOException {
    try (Claim _ = claim("first", 100)) {
      write("first", 300);
      assertThatThrownBy(() -> claim("second", 701)).isInstanceOf(NoRoomException.class);
      claim("second", 700).close();
    }
  }

  /// Another store of the process measures the same disk.
  @Test
  void directoriesOfOneDisk_shareTheClaims() throws IOException {
    UsableSpace here = UsableSpace.of(directory);
    UsableSpace beside = UsableSpace.of(Files.createDirectory(directory.resolve("beside")));
    long most = Files.getFileStore(directory).getUsableSpace() - UsableSpace.RESERVE_BYTES;
    try (Claim _ = here.claim(directory.resolve("first"), 1, most, "the first file has")) {
      assertThatThrownBy(() -> beside.claim(directory.resolve("second"), most, "the file has"))
          .isInstanceOf(NoRoomException.class)
          .hasMessageContaining("of other files under way");
    }
  }
}
