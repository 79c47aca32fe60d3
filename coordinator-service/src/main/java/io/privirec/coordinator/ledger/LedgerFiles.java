package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerRefusal;
import io.privirec.privacy.ledger.LedgersInUseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The file of the ledger, and its copy.
///
/// @param directory of the file
/// @param copies another directory, on another disk if possible; empty where no copy is kept
record LedgerFiles(Path directory, Optional<Path> copies) {
  private static final String NAME = "coordinator";
  private static final Duration FREE_WITHIN = Duration.ofSeconds(5);
  private static final Duration ASKED_AGAIN = Duration.ofMillis(50);

  /// Something to do with the ledger.
  @FunctionalInterface
  interface Work<T> {
    T on(Ledger ledger) throws IOException, LedgerRefusal;
  }

  /// Opens the files until the work is done. Then another replica may have them.
  ///
  /// @throws PrivacyLedgerRefusal if the work is refused, or the ledger cannot be had now
  <T> T with(Work<T> work) {
    try (LedgerDirectory files = open()) {
      return work.on(files.ledger(NAME));
    } catch (LedgerRefusal refused) {
      throw new PrivacyLedgerRefusal(reason(refused), String.valueOf(refused.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reason reason(LedgerRefusal refused) {
    return switch (refused) {
      case LedgerRefusal.NotLocked _ -> Reason.NOT_LOCKED;
      case LedgerRefusal.CopyUnusable _ -> Reason.COPY_UNUSABLE;
      case LedgerRefusal.FileUnusable _ -> Reason.FILE_UNUSABLE;
      case LedgerRefusal.Locked _,
          LedgerRefusal.IsDamaged _,
          LedgerRefusal.OtherUse _,
          LedgerRefusal.OtherSurvivors _,
          LedgerRefusal.NoCopy _ ->
          Reason.LEDGER_LOCKED;
    };
  }

  /// The lock in the database keeps replicas apart, but it ends with its connection: whoever lost
  /// that may have the files for a moment longer.
  private LedgerDirectory open() {
    long deadline = System.nanoTime() + FREE_WITHIN.toNanos();
    while (true) {
      try {
        return LedgerDirectory.open(directory, copies);
      } catch (LedgersInUseException e) {
        if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
          throw unavailable(String.valueOf(e.getMessage()));
        }
      } catch (IOException e) {
        throw unavailable("the ledger's directory cannot be used: " + e);
      }
      LockSupport.parkNanos(ASKED_AGAIN.toNanos());
    }
  }

  private static PrivacyLedgerRefusal unavailable(String why) {
    return new PrivacyLedgerRefusal(Reason.UNAVAILABLE, why);
  }
}
