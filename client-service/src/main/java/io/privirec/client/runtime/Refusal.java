package io.privirec.client.runtime;

import java.util.Locale;

/// Why this side takes no part in a session or round, beside the protocol's own reasons. Stable.
public enum Refusal {
  /// The session view names no algorithm that is known here.
  ALGORITHM_UNKNOWN,
  /// The session's parameters are incomplete or out of range.
  PARAMETERS_INVALID,
  /// The session's catalogue cannot be had, or contradicts the one known here.
  CATALOGUE_INVALID,
  /// The session's threat model is weaker than the holder accepts.
  THREAT_MODEL_TOO_WEAK,
  /// The session says nothing, or nothing known here, of its key agreement or of losses.
  POLICY_UNKNOWN,
  /// The session goes on after losses, which the holder does not accept.
  LOSS_TOLERATED,
  /// There is nothing to contribute.
  NO_INTERACTIONS,
  /// The round record does not decode.
  RECORD_MALFORMED,
  /// The round record is about another session, round or attempt than the work item.
  RECORD_MISMATCH,
  /// The round record binds other parameters than the session shows.
  PARAMETERS_MISMATCH,
  /// The round record has another threat model or key agreement than the session shows.
  POLICY_MISMATCH,
  /// The session is strict, and a participant was lost after its first round.
  PARTICIPANT_LOST,
  /// The round was tried as often as it may be.
  ATTEMPTS_EXCEEDED,
  /// The round sums another vector than the algorithm says.
  VECTOR_MISMATCH,
  /// The round record binds another catalogue than the session's.
  CATALOGUE_MISMATCH,
  /// The broadcast is not the one that the round record binds.
  BROADCAST_MISMATCH,
  /// The data frozen at the session's start is lost or was changed.
  SNAPSHOT_MISMATCH,
  /// The cohort does not follow from the session's earlier rounds.
  COHORT_CHANGED,
  /// The round demands less than the session's first round did.
  TERMS_WEAKENED,
  /// The same input was opened before over almost the same survivor set, or may have been: the
  /// difference of the two sums would be the data of a few.
  DIFFERENCING,
  /// A value, or the broadcast, is outside what the algorithm allows.
  CONTRIBUTION_REFUSED,
  /// A chunk came out with other bytes than those sent before under the same mask.
  INPUT_CHANGED,
  /// A message of the coordinator does not decode.
  MESSAGE_MALFORMED;

  /// The name in lower-case words joined by hyphens.
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
