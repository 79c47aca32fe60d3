package io.privirec.client.consent;

import io.privirec.client.contribution.Snapshots;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.crypto.digest.Digest;
import io.privirec.exposure.Exposure;
import io.privirec.exposure.Limits;
import io.privirec.federation.Algorithm;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/// Measures how many of a participant's users the sums of a session without noise tell, on the
/// holder's own data.
///
/// A figure stays in this process. No log line, no metric and no message to the coordinator depends
/// on it, and no setting reads it. The loops of participants never measure. One measurement runs at
/// a time.
@Component
final class Exposures {
  private static final long MOST_MEMORY = 1L << 30;
  private static final int USERS_OF_ROW = 10;

  /// Half of the cores: the service does other work meanwhile.
  private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  /// Figures that are kept for participations.
  private static final int MOST_KEPT = 256;

  private final ParticipationStore store;
  private final Consents consents;
  private final PrivacyLedgers ledgers;
  private final Clock clock;
  private final Duration timeLimit;
  private final ReentrantLock measuring = new ReentrantLock();
  private final LinkedHashMap<Place, Kept> kept = new LinkedHashMap<>();

  private record Place(SessionId session, ParticipantId participant) {}

  /// A figure, and the data and sums that it is about.
  private record Kept(Digest data, ToldSums sums, Measurement.Measured measured) {}

  /// The result of a request for a figure.
  public sealed interface Measurement {
    /// The figure.
    ///
    /// @param equationsBefore equations of earlier sums for each item
    /// @param uncounted earlier ledger entries that state no equations
    /// @param wholeNumbers whether a sum may be over rows of whole numbers
    /// @param at time of the measurement
    record Measured(
        Exposure exposure, int equationsBefore, long uncounted, boolean wholeNumbers, Instant at)
        implements Measurement {
      /// Returns the figure in sentences, for the person who approves.
      public String text() {
        StringBuilder text = new StringBuilder(exposure.text());
        if (exposure.method() == Exposure.Method.COUNTED) {
          text.append(" The service counted the rows that the decoder can solve, and solved none.");
        }
        if (uncounted > 0) {
          text.append(
              String.format(
                  Locale.ROOT,
                  " %,d earlier entries of the ledger state no equations, and the number leaves them out.",
                  uncounted));
        }
        if (wholeNumbers) {
          text.append(
              " Sums of fedpower can be over rows of whole numbers. The decoder does not read these,"
                  + " and they are easier to read.");
        }
        return text.toString();
      }

      /// Hides all figures.
      @Override
      public String toString() {
        return "Measured[hidden]";
      }
    }

    /// The participant knows no session of this name.
    record Unknown() implements Measurement {}

    /// The session is over for the participant.
    record Over() implements Measurement {}

    /// The sums of the session carry noise, or read no data.
    record WithNoise() implements Measurement {}

    /// Another measurement runs.
    record Busy() implements Measurement {}

    /// The data or the ledger cannot be read.
    record Refused(Refusal reason, String detail) implements Measurement {}
  }

  Exposures(
      ParticipationStore store,
      Consents consents,
      PrivacyLedgers ledgers,
      Clock clock,
      ConsentSettings settings) {
    this.store = store;
    this.consents = consents;
    this.ledgers = ledgers;
    this.clock = clock;
    this.timeLimit = settings.exposureTimeLimit();
  }

  /// Measures the exposure of a participant's users to a session: over the session's snapshot if it
  /// is frozen, otherwise over the present data. The sums are those of the session and all earlier
  /// sums without noise in the participant's ledger. Equal data and sums are measured once.
  public Measurement of(SessionId session, ParticipantId participant) throws IOException {
    Optional<Participation> found = store.find(session, participant);
    if (found.isEmpty()) {
      return new Measurement.Unknown();
    }
    Optional<SessionTerms> terms = found.get().terms();
    if (terms.isEmpty() || found.get().status() == Participation.Status.OVER) {
      return new Measurement.Over();
    }
    if (!terms.get().isWithoutNoise()) {
      return new Measurement.WithNoise();
    }
    if (!measuring.tryLock()) {
      return new Measurement.Busy();
    }
    try {
      return measure(new Place(session, participant), terms.get());
    } catch (RefusedException e) {
      return new Measurement.Refused(e.reason(), String.valueOf(e.getMessage()));
    } finally {
      measuring.unlock();
    }
  }

  private Measurement measure(Place place, SessionTerms terms)
      throws IOException, RefusedException {
    ToldSums sums = sums(place, terms);
    RatingMatrix data = consents.data(place.participant(), terms.dataAsOf());
    Digest digest = Snapshots.digest(data);
    Optional<Kept> known =
        kept(place).filter(one -> one.data().equals(digest) && one.sums().equals(sums));
    if (known.isPresent()) {
      return known.get().measured();
    }
    long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 4);
    Exposure exposure =
        Exposure.of(
            data.pattern().firstItems(terms.items()),
            sums.counted(),
            new Limits(timeLimit, memory, USERS_OF_ROW, THREADS));
    Measurement.Measured measured =
        new Measurement.Measured(
            exposure,
            sums.equationsBefore(),
            sums.uncounted(),
            sums.mayBeOfWholeNumbers(),
            clock.instant());
    keep(place, new Kept(digest, sums, measured));
    return measured;
  }

  /// Other sessions without noise that the participant has an approval for: their sums come, too.
  private Map<SessionId, Algorithm> approved(Place place) throws RefusedException {
    Map<SessionId, Algorithm> approved = new LinkedHashMap<>();
    for (Participation open : store.open(place.participant())) {
      Optional<SessionTerms> terms = open.terms().filter(SessionTerms::isWithoutNoise);
      if (open.status() == Participation.Status.ACTIVE
          && !open.session().equals(place.session())
          && terms.isPresent()) {
        approved.put(open.session(), Algorithms.of(terms.get().parameters(), terms.get().items()));
      }
    }
    return approved;
  }

  private ToldSums sums(Place place, SessionTerms terms) throws RefusedException {
    try {
      return ToldSums.of(
          place.session(),
          Algorithms.of(terms.parameters(), terms.items()),
          seed(terms),
          approved(place),
          ledgers.entries(place.participant()));
    } catch (SumRefusal refusal) {
      throw SumAdmission.refused(refusal);
    }
  }

  /// The public seed of the session's start basis, or any number.
  private static long seed(SessionTerms terms) {
    return terms.parameters() instanceof PriviRecKParameters parameters
            && parameters.factors() != null
            && parameters.factors().seed() != null
        ? parameters.factors().seed()
        : 0;
  }

  /// Returns the figure that was measured last, if it counts all sums that count now. The data may
  /// have changed since.
  Optional<Measurement.Measured> last(Participation participation) {
    Place place = new Place(participation.session(), participation.participant());
    Optional<Kept> known = kept(place);
    if (known.isEmpty() || participation.terms().isEmpty()) {
      return Optional.empty();
    }
    try {
      ToldSums now = sums(place, participation.terms().get());
      return known.filter(one -> one.sums().equals(now)).map(Kept::measured);
    } catch (RefusedException _) {
      return Optional.empty();
    }
  }

  /// Returns whether the last figure is of the present data and of all sums that count now.
  boolean isMeasured(Participation participation) throws IOException {
    if (last(participation).isEmpty()) {
      return false;
    }
    Place place = new Place(participation.session(), participation.participant());
    Instant dataAsOf = participation.terms().orElseThrow().dataAsOf();
    try {
      Digest data = Snapshots.digest(consents.data(participation.participant(), dataAsOf));
      return kept(place).filter(one -> one.data().equals(data)).isPresent();
    } catch (RefusedException _) {
      return false;
    }
  }

  private Optional<Kept> kept(Place place) {
    synchronized (kept) {
      return Optional.ofNullable(kept.get(place));
    }
  }

  private void keep(Place place, Kept figure) {
    synchronized (kept) {
      kept.remove(place);
      if (kept.size() == MOST_KEPT) {
        kept.pollFirstEntry();
      }
      kept.put(place, figure);
    }
  }
}
