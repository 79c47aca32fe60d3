package io.privirec.wire;

import java.time.Instant;
import java.util.List;

/** What one participant still owes, oldest first. Empty after a long poll that found nothing. */
public record WorkList(List<WorkItem> items) {
  public WorkList {
    items = List.copyOf(items);
  }

  /**
   * One message owed.
   *
   * @param phase {@code ADVERTISE_KEYS}, {@code REVEAL_SEED}, {@code ENCAPSULATE_KEYS}, {@code
   *     SHARE_KEYS}, {@code MASKED_INPUT}, {@code CONSISTENCY_CHECK} or {@code UNMASK}
   */
  public record WorkItem(
      String sessionId,
      String roundId,
      int roundIndex,
      int attempt,
      String phase,
      Instant deadline) {}
}
