package io.privirec.edge.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.privirec.edge.log.LogField;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The clocks of participants, as far as their request tokens tell them. Thread-safe.
///
/// A participant's clock may be minutes ahead or behind. A token may be older than the newest token
/// of the participant by [#OLDEST] at most. This bounds how long a copied token can be used while
/// the participant sends requests. After a restart, and after the last request, the leeway bounds
/// it.
final class ParticipantClocks {
  private static final Logger log = LoggerFactory.getLogger(ParticipantClocks.class);

  /// A token's life, and 30 s on the way.
  private static final Duration OLDEST = RequestTokenClaims.LIFETIME.plusSeconds(30);

  /// A token with a larger difference is a repeated token.
  private static final Duration BELIEVED = Duration.ofDays(1);

  private static final Duration REMEMBERED = Duration.ofHours(2);
  private static final Duration SAID_AGAIN = Duration.ofMinutes(10);
  private static final int MOST = 100_000;

  /// Participants with a line of their own in the log, in [#SAID_AGAIN].
  private static final int NAMED = 10;

  private record Seen(Instant newest, Duration ahead) {}

  private final Cache<ParticipantId, Seen> seen =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(REMEMBERED).build();
  private final Cache<ParticipantId, Boolean> warned =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(SAID_AGAIN).build();
  private final Duration leeway;
  private final Clock clock;

  ParticipantClocks(Duration leeway, Clock clock) {
    this.leeway = leeway;
    this.clock = clock;
  }

  /// Takes a token whose signature is good.
  ///
  /// @throws GeneralSecurityException if the token was issued too far ahead, or too long before the
  ///   newest token
  void require(ParticipantId participant, Instant issued) throws GeneralSecurityException {
    Duration ahead = Duration.between(clock.instant(), issued);
    if (ahead.compareTo(leeway) > 0) {
      throw differs(participant, ahead, "was issued in the future");
    }
    Seen now =
        seen.asMap()
            .merge(
                participant,
                new Seen(issued, ahead),
                (old, next) ->
                    new Seen(old.newest().isAfter(issued) ? old.newest() : issued, next.ahead()));
    Duration older = Duration.between(issued, now.newest());
    if (older.compareTo(OLDEST) > 0) {
      throw new GeneralSecurityException(
          "The request token is %s s older than another one of the participant, and may be %s s: the participant's clock was set back, or the request is an old one"
              .formatted(older.toSeconds(), OLDEST.toSeconds()));
    }
  }

  /// Returns why a token with a good signature has expired, and remembers it.
  GeneralSecurityException expired(ParticipantId participant, Instant issued) {
    return differs(participant, Duration.between(clock.instant(), issued), "has expired");
  }

  private GeneralSecurityException differs(
      ParticipantId participant, Duration ahead, String fault) {
    if (ahead.abs().compareTo(BELIEVED) > 0) {
      return new GeneralSecurityException(
          "The request token %s, by more than a day".formatted(fault));
    }
    seen.asMap()
        .merge(
            participant,
            new Seen(Instant.MIN, ahead),
            (old, next) -> new Seen(old.newest(), next.ahead()));
    String difference = inWords(ahead);
    if (warned.getIfPresent(participant) == null) {
      warn(participant, ahead);
    }
    return new GeneralSecurityException(
        "The request token %s: the participant's clock is %s this service's clock, and may differ by %s s (privirec.request-tokens.clock-leeway). Set the participant's clock"
            .formatted(fault, difference, leeway.toSeconds()));
  }

  /// Requests of many participants come at the same time, and each is counted once.
  private synchronized void warn(ParticipantId participant, Duration ahead) {
    if (warned.asMap().putIfAbsent(participant, true) != null) {
      return;
    }
    warned.cleanUp();
    long named = warned.estimatedSize();
    if (named <= NAMED) {
      log.atWarn()
          .addKeyValue(LogField.ACTION, "clock-differs")
          .addKeyValue(LogField.PARTICIPANT, participant.value())
          .log(
              "Requests of {} are rejected: its clock is {} this service's clock. Set its clock",
              participant.value(),
              inWords(ahead));
    } else if (named == NAMED + 1) {
      log.atWarn()
          .addKeyValue(LogField.ACTION, "clock-differs")
          .log(
              "Requests of more than {} participants are rejected, as their clocks differ from this service's clock. If this service's clock is wrong, set it",
              NAMED);
    }
  }

  private static String inWords(Duration ahead) {
    return "%s s %s".formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of");
  }

  /// Seconds by which the clock of the worst participant of the last two hours differs, as its last
  /// token says; 0 without any.
  double largestDifference() {
    return seen.asMap().values().stream()
        .mapToDouble(each -> each.ahead().abs().toMillis() / 1e3)
        .max()
        .orElse(0);
  }
}
