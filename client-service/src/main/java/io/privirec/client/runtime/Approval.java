package io.privirec.client.runtime;

/// What came of an approval.
public sealed interface Approval {
  /// The participant takes part.
  record Given() implements Approval {}

  /// No session of that name waits for approval.
  record NotPending() implements Approval {}

  /// What was approved is not what the session asks for.
  record Mismatch(String detail) implements Approval {}

  /// It cannot be consented to now.
  record Refused(Refusal reason, String detail) implements Approval {}
}
