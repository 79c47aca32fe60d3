package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Marked;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Unknown;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Unmarked;
import io.privirec.privacy.Conversion;
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
import org.springframework.stereotype.Component;

/// Looks up in the ledger whether claims hold. Anonymous readers call it, and each reading verifies
/// the whole ledger: a reading serves all calls for [#KEPT_FOR]. A call about a session scans all
/// entries, so callers keep the result until [Reading#position] changes. Thread-safe.
@Component
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
      if (refused.reason() == PrivacyLedgerRefusal.Reason.LEDGER_LOCKED) {
        return Optional.empty();
      }
      throw refused;
    } catch (UncheckedIOException unreadable) {
      return Optional.empty();
    }
  }

  /// The state of a session's participants in the ledger: it decides whether a claim of privacy
  /// over their data holds.
  public sealed interface ClaimStanding {
    /// No sum without noise over data of any of the participants is in the ledger.
    ///
    /// @param accounts all entries, once per group of participants with the same entries; at least
    ///   one group
    record Unmarked(List<List<LedgerEntry>> accounts) implements ClaimStanding {
      public Unmarked {
        accounts = accounts.stream().map(List::copyOf).toList();
      }

      /// Returns ε of all noisy sums since the ledger began, of the participant with most.
      public double lifetimeEpsilon(double delta) {
        return epsilonAfter(Long.MIN_VALUE, delta);
      }

      /// Returns ε of all noisy sums that were entered later, of the participant with most.
      ///
      /// @param start of the period
      public double epsilonSince(Instant start, double delta) {
        return epsilonAfter(start.toEpochMilli(), delta);
      }

      private double epsilonAfter(long after, double delta) {
        return accounts.stream()
            .map(entries -> PrivacySpent.since(entries, after).noise())
            .mapToDouble(noise -> noise.epsilon(delta, Conversion.CKS).epsilon())
            .max()
            .orElse(0);
      }
    }

    /// A sum without noise over data of a participant was opened, or may have been.
    ///
    /// @param since when the ledger entered the first of these sums
    record Marked(Instant since) implements ClaimStanding {}

    /// The ledger cannot exclude such a sum.
    record Unknown(Reason reason) implements ClaimStanding {}

    /// Why the ledger cannot exclude a sum without noise.
    enum Reason {
      /// File, head and copy of the ledger contradict each other.
      LEDGER_LOCKED,
      /// The ledger was reconciled by the worst case: earlier entries are lost.
      LEDGER_RESTORED,
      /// The ledger has no sum of the session.
      SESSION_UNKNOWN
    }
  }
}
