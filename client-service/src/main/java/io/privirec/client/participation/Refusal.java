package io.privirec.client.participation;

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
  /// The session says nothing, or nothing known here, of its key agreement or of whom it sums.
  POLICY_UNKNOWN,
  /// The session's sums over data carry no noise, and the holder rejects every such session.
  SUMS_WITHOUT_NOISE_REJECTED,
  /// The session states noise otherwise than its algorithm has it.
  NOISE_NOT_NAMED,
  /// The participant would join alone, and the holder rejects that.
  JOIN_ALONE_REJECTED,
  /// The participant would join alone, and the cohort has fewer than 3 + c holders.
  TOO_FEW_TO_JOIN_ALONE,
  /// A sum that bears losses may have fewer than three holders beside all colluders.
  TOO_FEW_HOLDERS,
  /// A person rejected the session for the holder, or reconciled the ledger while the session ran.
  REJECTED_BY_HOLDER,
  /// An exact sum over data was asked for otherwise than over whole cells or nothing.
  EXACT_SUM_NOT_CLOSED,
  /// The session is over cells, and no roster can be in force here.
  ROSTER_MISSING,
  /// The session rests on another text of the roster than the one in force here.
  ROSTER_SUPERSEDED,
  /// A cell that was summed would be split without some of its members in the cohort.
  CELL_SPLIT,
  /// The session names a cell, or for a sum over data a participant, that is not among the roster's
  /// current cells.
  NOT_WHOLE_CELLS,
  /// None of the session's cells has this participant.
  NOT_IN_COHORT,
  /// Contributing would take more memory than this process may give.
  HEAP_EXCEEDED,
  /// As many sessions wait for approval as may.
  TOO_MANY_SESSIONS,
  /// Users of the participant are at another participant of the same holder.
  USER_AT_OTHER_PARTICIPANT,
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
  /// The round was tried as often as it may be.
  ATTEMPTS_EXCEEDED,
  /// Another attempt of the round was joined.
  ANOTHER_ATTEMPT,
  /// Ledger and database contradict each other, as after a restore; nothing over data is joined
  /// until the holder has reconciled them.
  LEDGER_LOCKED,
  /// The session states a larger δ than the holder allows.
  DELTA_EXCEEDED,
  /// The sum alone has more ε than the holder allows.
  SUM_EPSILON_EXCEEDED,
  /// The sums of the session together have more ε than the holder allows.
  SESSION_EPSILON_EXCEEDED,
  /// The sums since the ledger began would have more ε than the holder allows.
  LIFETIME_EPSILON_EXCEEDED,
  /// The sums of the holder's period would have more ε than it allows.
  PERIOD_EPSILON_EXCEEDED,
  /// The noise protects less than a user's data, which the holder's limits are about.
  UNIT_NOT_PROTECTED,
  /// The attempt stands in the ledger with another seed, or otherwise.
  NOISE_SEED_CHANGED,
  /// The noise allows for fewer participants who tell theirs than the holder wants.
  COLLUDERS_TOO_FEW,
  /// No noise is enough for what the session promises.
  NOISE_IMPOSSIBLE,
  /// The round sums another vector than the algorithm says.
  VECTOR_MISMATCH,
  /// The round record binds another catalogue than the session's.
  CATALOGUE_MISMATCH,
  /// The broadcast is not the one that the round record binds.
  BROADCAST_MISMATCH,
  /// Another attempt of the round had another broadcast.
  BROADCAST_CHANGED,
  /// The frozen data that the session is over is lost or was changed.
  SNAPSHOT_MISMATCH,
  /// The session is over data of a time before that of the newest snapshot.
  SNAPSHOT_SUPERSEDED,
  /// The session is over data of a time that is not yet.
  DATA_TIME_AHEAD,
  /// The round is over other cells than those consented to, or leaves one out too late. Or a
  /// tolerant round does not go on over the survivors of the round before.
  COHORT_CHANGED,
  /// A value, or the broadcast, is outside what the algorithm allows.
  CONTRIBUTION_REFUSED,
  /// A defect: a user's integers are larger than the noise is for. Nothing was masked.
  USER_NOT_CLIPPED,
  /// A chunk came out with other bytes than those sent before under the same mask.
  INPUT_CHANGED,
  /// The service was restarted with other code while the round's input was being masked.
  KERNEL_CHANGED,
  /// The round was to be opened over other survivors than those in the ledger.
  SURVIVORS_CHANGED,
  /// The participants failed among themselves. The coordinator knows the reason.
  PEERS_FAILED,
  /// The topology names somebody outside the cohort, or leaves somebody apart.
  TOPOLOGY_INVALID,
  /// A message of the coordinator does not decode.
  MESSAGE_MALFORMED;

  /// Returns whether the coordinator is told that the participant does not take part.
  boolean isRejection() {
    return this == SUMS_WITHOUT_NOISE_REJECTED
        || this == JOIN_ALONE_REJECTED
        || this == REJECTED_BY_HOLDER;
  }

  /// Returns whether the budget that is left is too small.
  public boolean isOfBudget() {
    return this == PERIOD_EPSILON_EXCEEDED || this == LIFETIME_EPSILON_EXCEEDED;
  }

  /// The name in lower-case words joined by hyphens.
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
