package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.ClaimStanding.Marked;
import io.privirec.coordinator.ledger.ClaimStanding.Unknown;
import io.privirec.coordinator.ledger.ClaimStanding.Unmarked;
import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.secagg.roster.FormerNames;
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
/// the whole ledger: a reading serves all calls for [#KEPT_FOR]. A call about a session scans all
/// entries, so callers keep the result until [Reading#position] changes. Thread-safe.
public final class ClaimStandings {
  private static final Duration KEPT_FOR = Duration.ofMillis(250);

  private record Kept(long nanos, Reading reading) {}

  private final CoordinatorLedger ledger;
  private @Nullable Kept last;

  /// The ledger as it was read once.
  public static final class Reading {
    private final Optional<Sound> ledger;
    private final FormerNames names;

    private Reading(Optional<Sound> ledger, FormerNames names) {
      this.ledger = ledger;
      this.names = names;
    }

    /// Returns what identifies all that standings depend on: the number and hash of the last entry,
    /// and the names of participants. All readings of a locked ledger have one position.
    public Object position() {
      return ledger.map(read -> new Position(read.tip(), names));
    }

    /// Looks up the participants of a session: all whose data is in a sum of it.
    public ClaimStanding of(String session) {
      return ledger
          .map(read -> standing(session, read.entries(), names))
          .orElseGet(() -> new Unknown(ClaimStanding.Reason.LEDGER_LOCKED));
    }
  }

  private record Position(LedgerHead tip, FormerNames names) {}

  ClaimStandings(CoordinatorLedger ledger) {
    this.ledger = ledger;
  }

  /// Looks up the participants of a session: all whose data is in a sum of it.
  ///
  /// @throws PrivacyLedgerRefusal if another process has the ledger's files now
  public ClaimStanding of(String session) {
    return reading().of(session);
  }

  private static ClaimStanding standing(
      String session, List<LedgerEntry> entries, FormerNames names) {
    Set<String> participants = participantsOf(session, entries);
    Collection<LedgerAccount> accounts = LedgerAccount.of(participants, entries, names);
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

  /// Reads the ledger, or returns a reading that is younger than [#KEPT_FOR].
  ///
  /// @throws PrivacyLedgerRefusal if another process has the ledger's files now
  public synchronized Reading reading() {
    Kept kept = last;
    if (kept == null || System.nanoTime() - kept.nanos() > KEPT_FOR.toNanos()) {
      kept = new Kept(System.nanoTime(), new Reading(read(), ledger.names()));
      last = kept;
    }
    return kept.reading();
  }

  private Optional<Sound> read() {
    try {
      return ledger.state().unlocked();
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
