package io.privirec.client.consent;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The sessions that a holder's participants take part in.
///
/// @param approval `auto`: participants join sessions with noise without asking; `manual`: only
///   sessions that a person approved
/// @param sumsWithoutNoise `reject`: no participant takes part in a session whose sums over data
///   carry no noise; `ask`: a participant takes part if a person approves the session, whatever
///   `approval` says
/// @param joinAlone for a participant that joins its cell alone, or with holders that are few
///   enough to collude. `reject`: it takes no part in sessions with noise. `ask`: a person approves
///   once that noise protects the users, and not the sales figures and item pairs of such a holder
/// @param answerDelay time between the decision about sums without noise and the first message to
///   the coordinator that shows it
/// @param exposureTimeLimit of a measurement of exposure; then the service counts the users
/// @param minInterval how far snapshots of a participant's data are apart at least
/// @param maxWaitingSessions sessions that may wait for approval or for the interval, per
///   participant; more are refused (`too-many-sessions`)
@ConfigurationProperties("privirec.client")
record ConsentSettings(
    @DefaultValue("manual") Approval approval,
    @DefaultValue("reject") SumsWithoutNoise sumsWithoutNoise,
    @DefaultValue("ask") JoinAlone joinAlone,
    @DefaultValue("PT2S") Duration answerDelay,
    @DefaultValue("PT1M") Duration exposureTimeLimit,
    @DefaultValue("PT20H") Duration minInterval,
    @DefaultValue("100") int maxWaitingSessions) {
  ConsentSettings {
    if (minInterval.isNegative()) {
      throw new IllegalArgumentException(
          "privirec.client.min-interval must not be negative. Provided value: " + minInterval);
    }
    if (answerDelay.isNegative()) {
      throw new IllegalArgumentException(
          "privirec.client.answer-delay must not be negative. Provided value: " + answerDelay);
    }
    if (!exposureTimeLimit.isPositive()) {
      throw new IllegalArgumentException(
          "privirec.client.exposure-time-limit must be positive. Provided value: "
              + exposureTimeLimit);
    }
    if (maxWaitingSessions < 1) {
      throw new IllegalArgumentException(
          "privirec.client.max-waiting-sessions must be at least 1. Provided value: "
              + maxWaitingSessions);
    }
  }

  /// The party that decides that a participant takes part in a session.
  enum Approval {
    /// The participant itself, except for sums without noise.
    AUTO,
    MANUAL
  }

  /// How the holder treats sums over data without noise.
  enum SumsWithoutNoise {
    /// The participants take no part.
    REJECT,
    /// A person decides about each session.
    ASK
  }

  /// How the holder treats sessions with noise that its participant would join as the only
  /// newcomer.
  enum JoinAlone {
    /// The participant takes no part.
    REJECT,
    /// A person approves once.
    ASK
  }

  /// Returns whether a person decides about sessions with sums without noise.
  boolean asksForSumsWithoutNoise() {
    return sumsWithoutNoise == SumsWithoutNoise.ASK;
  }

  /// States the rule for sums without noise.
  String rule() {
    return asksForSumsWithoutNoise()
        ? "a person decides about each session with sums without noise"
        : "the service rejects each session with sums without noise, and computes nothing for it";
  }
}
