package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.ClaimStanding.Marked;
import io.privirec.coordinator.ledger.ClaimStanding.Unknown;
import io.privirec.coordinator.ledger.ClaimStanding.Unmarked;
import io.privirec.coordinator.ledger.CoordinatorLedger.State;
import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.PrivacySpent;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Looks up in the ledger whether claims hold. Anonymous readers call it, and each reading verifies
/// the whole ledger: a reading serves all calls for [#KEPT_FOR]. Thread-safe.
public final class ClaimStandings {
  private static final Duration KEPT_FOR = Duration.ofMillis(250);

  private record Reading(long nanos, Optional<List<LedgerEntry>> entries) {}

  private final CoordinatorLedger ledger;
  private @Nullable Reading last;

  ClaimStandings(CoordinatorLedger ledger) {
    this.ledger = ledger;
  }

  /// Looks up the participants of a session: all whose data is in a sum of it.
  ///
  /// @throws PrivacyLedgerRefusal if another process has the ledger's files now
  public ClaimStanding of(String session) {
    Optional<List<LedgerEntry>> read = entries();
    if (read.isEmpty()) {
      return new Unknown(ClaimStanding.Reason.LEDGER_LOCKED);
    }
    List<LedgerEntry> entries = read.get();
    Set<String> participants = participantsOf(session, entries);
    Collection<LedgerAccount> accounts = LedgerAccount.of(participants, entries);
    OptionalLong marked =
        accounts.stream()
            .flatMapToLong(account -> PrivacySpent.firstWithoutNoise(account.entries()).stream())
            .min();
    if (marked.isPresent()) {
      return new Marked(Instant.ofEpochMilli(marked.getAsLong()));
    }
    if (entries.stream().anyMatch(Presumed.class::isInstance)) {
      return new Unknown(ClaimStanding.Reason.LEDGER_RESTORED);
    }
    if (participants.isEmpty()) {
      return new Unknown(ClaimStanding.Reason.SESSION_UNKNOWN);
    }
    return new Unmarked(accounts.stream().map(LedgerAccount::entries).toList());
  }

  /// A period of the limits that ends now.
  public record Period(Instant start, Duration length) {}

  /// Returns the period whose sums count against the limits now.
  public Period period() {
    Duration length = Duration.ofMillis(ledger.budget().limits().periodMillis());
    return new Period(Instant.ofEpochMilli(ledger.now()).minus(length), length);
  }

  private static Set<String> participantsOf(String session, List<LedgerEntry> entries) {
    return entries.stream()
        .filter(Sum.class::isInstance)
        .map(Sum.class::cast)
        .filter(sum -> sum.session().equals(session))
        .flatMap(sum -> sum.participants().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Reads the ledger.
  ///
  /// @return empty if the ledger is locked
  private synchronized Optional<List<LedgerEntry>> entries() {
    Reading reading = last;
    if (reading == null || System.nanoTime() - reading.nanos() > KEPT_FOR.toNanos()) {
      reading = new Reading(System.nanoTime(), read());
      last = reading;
    }
    return reading.entries();
  }

  private Optional<List<LedgerEntry>> read() {
    try {
      State state = ledger.state();
      return state.lock().isEmpty() ? Optional.of(state.entries()) : Optional.empty();
    } catch (PrivacyLedgerRefusal refused) {
      if (refused.reason() == Reason.LEDGER_LOCKED) {
        return Optional.empty();
      }
      throw refused;
    } catch (UncheckedIOException unreadable) {
      return Optional.empty();
    }
  }
}
