package io.privirec.wire;

import java.time.Instant;
import java.util.List;

/// What one participant still owes, oldest first. Empty after a long poll that found nothing.
public record WorkList(List<WorkItem> items) {
  public WorkList {
    items = List.copyOf(items);
  }

  /// One message owed.
  ///
  /// @param phase `ADVERTISE_KEYS`, `REVEAL_SEED`, `ENCAPSULATE_KEYS`, `SHARE_KEYS`,
  ///   `MASKED_INPUT`, `CONSISTENCY_CHECK` or `UNMASK`
  public record WorkItem(
      String sessionId,
      String roundId,
      int roundIndex,
      int attempt,
      String phase,
      Instant deadline) {}
}
