package io.privirec.session;

import java.util.Locale;

/// What happens to a session when a participant is lost on the way.
public enum OnLoss {
  /// It goes on with the survivors, and the release says so.
  TOLERANT,
  /// It fails.
  STRICT;

  /// The name in the API.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether a loss in that round ends the session. The first round bears any: nothing was summed
  /// before it.
  public boolean forbidsLossIn(int roundIndex) {
    return this == STRICT && roundIndex > 0;
  }
}
