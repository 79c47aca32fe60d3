package io.privirec.round;

import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;

/// Bytes that are kept round by round, until their round needs them no longer.
public interface RoundBytes {
  /// Rounds that have something here.
  Set<RoundId> rounds() throws IOException;

  /// Whether a round has something here, and nothing was added to it since then.
  boolean isOlder(RoundId round, Instant then) throws IOException;

  /// Removes everything of a round.
  void delete(RoundId round) throws IOException;

  /// Removes drafts that nobody has written to since then: a crash left them.
  ///
  /// @return how many
  int sweepDrafts(Instant untouchedSince) throws IOException;
}
