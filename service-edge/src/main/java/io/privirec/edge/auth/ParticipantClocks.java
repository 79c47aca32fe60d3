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

  /// Before each token.
  private static final Instant NEVER = Instant.EPOCH;

  /// A token's life, and 30 s on the way.
  private static final Duration OLDEST = RequestTokenClaims.LIFETIME.plusSeconds(30);

  /// A token with a larger difference is a repeated token.
  private static final Duration BELIEVED = Duration.ofDays(1);

  private static final Duration REMEMBERED = Duration.ofHours(2);
  private static final Duration SAID_AGAIN = Duration.ofMinutes(10);
  private static final int MOST = 100_000;

  /// Participants with a line of their own in the log, in [#SAID_AGAIN].
  private static final int NAMED = 10;

  /// A participant whose tokens are accepted has a right clock. An older token is a copy then.
  private static final Duration ACTIVE = Duration.ofMinutes(2);

  /// @param newest the time of the newest accepted token, by the participant's clock
  /// @param accepted when the last token was accepted, by this service's clock
  /// @param ahead by the last token that counts
  private record Seen(Instant newest, Instant accepted, Duration ahead) {
    boolean outdates(Instant issued) {
      return Duration.between(issued, newest).compareTo(OLDEST) > 0;
    }
  }

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
    Instant now = clock.instant();
    Duration ahead = Duration.between(now, issued);
    if (ahead.compareTo(leeway) > 0) {
      throw differs(participant, ahead, "was issued in the future");
    }
    Seen known =
        seen.asMap()
            .merge(
                participant,
                new Seen(issued, now, ahead),
                (old, next) ->
                    old.outdates(issued)
                        ? old
                        : new Seen(
                            old.newest().isAfter(issued) ? old.newest() : issued, now, ahead));
    if (known.outdates(issued)) {
      throw new GeneralSecurityException(
          "The request token is %s s older than another one of the participant, and may be %s s: the participant's clock was set back, or the request is an old one"
              .formatted(Duration.between(issued, known.newest()).toSeconds(), OLDEST.toSeconds()));
    }
  }

  /// Returns why a token with a good signature has expired. It tells a difference of clocks only if
  /// the participant has no accepted tokens at the same time: anybody can repeat an old token.
  GeneralSecurityException expired(ParticipantId participant, Instant issued) {
    Instant now = clock.instant();
    Seen known = seen.getIfPresent(participant);
    if (known != null && Duration.between(known.accepted(), now).compareTo(ACTIVE) < 0) {
      return new GeneralSecurityException(
          "The request token has expired: the request is an old one, for newer ones of the participant are accepted");
    }
    return differs(participant, Duration.between(now, issued), "has expired");
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
            new Seen(NEVER, NEVER, ahead),
            (old, next) -> new Seen(old.newest(), old.accepted(), next.ahead()));
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
              "Requests of {} are rejected: its clock is {} this service's clock. Set its clock, unless old requests are repeated",
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
