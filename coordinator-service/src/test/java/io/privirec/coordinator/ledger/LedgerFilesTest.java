package io.privirec.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.ledger.LedgerDirectory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFilesTest {
  @TempDir private Path directory;

  @Test
  void with_filesOfWhoIsOnTheWayOut_waitsForThem() throws Exception {
    LedgerFiles files = new LedgerFiles(directory, Optional.empty());
    CompletableFuture<Long> entries = new CompletableFuture<>();
    LedgerDirectory others = LedgerDirectory.open(directory, Optional.empty());
    Thread next =
        Thread.ofPlatform()
            .start(() -> entries.complete(files.with(ledger -> ledger.empty().entries())));
    while (next.isAlive() && next.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    others.close();
    assertThat(entries.get(10, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void with_directoryThatIsGone_saysSo() {
    Path gone = directory.resolve("gone");
    LedgerFiles files = new LedgerFiles(gone, Optional.empty());
    assertThatExceptionOfType(PrivacyLedgerRefusal.class)
        .isThrownBy(() -> files.with(ledger -> ledger.empty()))
        .withMessageContaining(gone.toString())
        .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE));
  }
}
