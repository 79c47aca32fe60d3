package io.privirec.client.consent;

import io.privirec.client.participation.Refusal;
import java.time.Instant;

/// What came of an approval.
sealed interface Approval {
  /// The participant takes part.
  record Given() implements Approval {}

  /// No session of that name waits for approval.
  record NotPending() implements Approval {}

  /// What was approved is not what the session asks for.
  record Mismatch(String detail) implements Approval {}

  /// The sums carry no noise, and their exposure was not measured since the participant's sums
  /// changed last: the person who approves has not seen it.
  record Unmeasured() implements Approval {}

  /// The newest snapshot is too young for another one.
  ///
  /// @param from when it can be consented to
  record TooEarly(Instant from) implements Approval {}

  /// It cannot be consented to.
  record Refused(Refusal reason, String detail) implements Approval {}
}
