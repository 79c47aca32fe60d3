package io.privirec.federation;

import java.util.Locale;

/// What a session over whole cells does when a participant is missing at the deadline of a phase.
public enum OnMissing {
  /// The round is tried again with the same cohort; after the last attempt the session fails.
  WAIT,
  /// Before the session's first sum, the next attempt goes without the whole cells of the missing.
  /// After it the cohort is fixed, and this is [#WAIT].
  LEAVE_OUT_CELLS;

  /// The name in the API.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
