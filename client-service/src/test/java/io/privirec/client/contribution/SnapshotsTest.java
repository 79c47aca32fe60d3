package io.privirec.client.contribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.crypto.digest.Digest;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
  private static final ParticipantId SHOP = new ParticipantId("shop");
  private static final RatingMatrix DATA =
      RatingMatrix.of(InteractionMatrix.of(2, 300, new int[] {0, 1, 3}, new int[] {7, 0, 258}));
  private static final RatingMatrix RATED =
      RatingMatrix.of(DATA.pattern(), new float[] {4.5f, Float.NaN, -1});

  private static final String PATTERN =
      "00000002" // users
          + "0000012c" // items
          + "00000003" // interactions
          + "00000000"
          + "00000001"
          + "00000003" // row offsets
          + "00000007"
          + "00000000"
          + "00000102"; // columns

  @TempDir Path directory;

  @Test
  void snapshot_frozen_hasTheDocumentedBytes() throws IOException {
    Digest digest = new Snapshots(directory).freeze(SHOP, DATA);

    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file(digest))))
        .isEqualTo(
            "505256534e415031" // PRVSNAP1
                + PATTERN);
  }

  @Test
  void snapshot_withRatings_hasTheDocumentedBytesAndIsReadBack() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest unrated = snapshots.freeze(SHOP, DATA);
    Digest digest = snapshots.freeze(SHOP, RATED);

    assertThat(digest).isNotEqualTo(unrated);
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file(digest))))
        .isEqualTo(
            "505256534e415032" // PRVSNAP2
                + PATTERN
                + "40900000"
                + "7fc00000"
                + "bf800000"); // ratings
    assertThat(snapshots.load(SHOP, digest)).isEqualTo(RATED);
  }

  @Test
  void snapshot_frozenTwice_isReadBack() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest first = snapshots.freeze(SHOP, DATA);
    Digest second = snapshots.freeze(SHOP, DATA);

    assertThat(second).isEqualTo(first);
    assertThat(new Snapshots(directory).load(SHOP, first)).isEqualTo(DATA);
  }

  @Test
  void snapshot_changedOrLost_isRefused() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest digest = snapshots.freeze(SHOP, DATA);
    Path file = file(digest);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);

    assertMismatch(snapshots, digest);
    Files.delete(file);
    assertMismatch(snapshots, digest);
  }

  private static void assertMismatch(Snapshots snapshots, Digest digest) {
    assertThatThrownBy(() -> snapshots.load(SHOP, digest))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(Refusal.SNAPSHOT_MISMATCH));
  }

  @Test
  void sessionId_thatLeadsElsewhere_isNone() {
    for (String text : new String[] {"..", "a/b", "", ".a", "a\0", "x".repeat(65)}) {
      assertThatThrownBy(() -> new SessionId(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void sweep_leavesOnlyWhatIsNeeded() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    assertThat(new Snapshots(directory.resolve("none")).sweep(SHOP, digest -> true)).isZero();
    Digest needed = snapshots.freeze(SHOP, DATA);
    Digest old = snapshots.freeze(SHOP, DATA.firstItems(5));
    Digest others = snapshots.freeze(new ParticipantId("other"), DATA.firstItems(5));
    Files.write(directory.resolve("shop/" + old.hex() + ".csr.part"), new byte[10]);

    assertThat(snapshots.sweep(SHOP, needed::equals)).isEqualTo(2);

    assertThat(snapshots.load(SHOP, needed)).isEqualTo(DATA);
    assertThat(file(old)).doesNotExist();
    assertThat(snapshots.load(new ParticipantId("other"), others)).isEqualTo(DATA.firstItems(5));
  }

  /// Older versions had a directory per session.
  @Test
  void sweep_ofOthersThanHosted_leavesThoseOfTheHosted() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest kept = snapshots.freeze(SHOP, DATA);
    Files.createDirectories(directory.resolve("s-1"));
    Files.write(directory.resolve("s-1/shop.csr"), new byte[10]);

    assertThat(snapshots.sweepOthers("shop"::equals)).isEqualTo(1);

    assertThat(snapshots.load(SHOP, kept)).isEqualTo(DATA);
  }

  private Path file(Digest digest) {
    return directory.resolve("shop").resolve(digest.hex() + ".csr");
  }
}
