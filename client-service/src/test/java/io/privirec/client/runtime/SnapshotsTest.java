package io.privirec.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.digest.Digest;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final ParticipantId SHOP = new ParticipantId("shop");
  private static final InteractionMatrix DATA =
      InteractionMatrix.of(2, 300, new int[] {0, 1, 3}, new int[] {7, 0, 258});

  @TempDir Path directory;

  @Test
  void snapshot_frozen_hasTheDocumentedBytes() throws IOException {
    new Snapshots(directory).freeze(SESSION, SHOP, DATA);

    assertThat(HexFormat.of().formatHex(Files.readAllBytes(directory.resolve("s-1/shop.csr"))))
        .isEqualTo(
            "505256534e415031" // PRVSNAP1
                + "00000002" // users
                + "0000012c" // items
                + "00000003" // interactions
                + "00000000"
                + "00000001"
                + "00000003" // row offsets
                + "00000007"
                + "00000000"
                + "00000102"); // columns
  }

  @Test
  void snapshot_frozenTwice_isReadBack() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest first = snapshots.freeze(SESSION, SHOP, DATA);
    Digest second = snapshots.freeze(SESSION, SHOP, DATA);

    assertThat(second).isEqualTo(first);
    assertThat(new Snapshots(directory).load(SESSION, SHOP, first)).isEqualTo(DATA);
  }

  @Test
  void snapshot_changedOrLost_isRefused() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    Digest digest = snapshots.freeze(SESSION, SHOP, DATA);
    Path file = directory.resolve("s-1/shop.csr");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);

    assertMismatch(snapshots, digest);
    snapshots.forget(SESSION, SHOP);
    assertMismatch(snapshots, digest);
  }

  private static void assertMismatch(Snapshots snapshots, Digest digest) {
    assertThatThrownBy(() -> snapshots.load(SESSION, SHOP, digest))
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
  void sweep_atTheStart_leavesOnlyWhatOpenSessionsNeed() throws Exception {
    Snapshots snapshots = new Snapshots(directory);
    assertThat(new Snapshots(directory.resolve("none")).sweep((session, holder) -> true)).isZero();
    Digest needed = snapshots.freeze(SESSION, SHOP, DATA);
    snapshots.freeze(SESSION, new ParticipantId("other"), DATA);
    snapshots.freeze(new SessionId("s-2"), SHOP, DATA);
    Files.write(directory.resolve("s-1/shop.csr.part"), new byte[10]);

    int removed =
        snapshots.sweep((session, holder) -> session.equals(SESSION) && holder.equals(SHOP));

    assertThat(removed).isEqualTo(3);
    assertThat(snapshots.load(SESSION, SHOP, needed)).isEqualTo(DATA);
    assertThat(directory.resolve("s-2")).isEmptyDirectory();
  }
}
