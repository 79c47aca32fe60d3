package io.privirec.client.runtime;

import java.time.Duration;

/// Who consents to sessions.
///
/// @param byItself whether participants join sessions with noise without a person's approval
/// @param asksForSumsWithoutNoise whether a person is asked about sums without noise; false: every
///   such session is rejected
/// @param answerDelay time between a decision about sums without noise and the first message to the
///   coordinator that shows it
/// @param maxWaiting how many sessions may wait for approval, per participant
record ConsentPolicy(
    boolean byItself, boolean asksForSumsWithoutNoise, Duration answerDelay, int maxWaiting) {
  /// States the rule for sums without noise.
  String rule() {
    return asksForSumsWithoutNoise
        ? "a person decides about each session with sums without noise"
        : "the service rejects each session with sums without noise, and computes nothing for it";
  }
}
