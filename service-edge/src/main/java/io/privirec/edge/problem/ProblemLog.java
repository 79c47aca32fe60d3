package io.privirec.edge.problem;

import io.github.bucket4j.Bucket;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/// A line of the log for each problem that is answered, under the trace id that the caller was
/// told: which operation refused with which code. Ids of users and items are in no line: paths are
/// the operations'. Somebody who sends nonsense must not fill the disk with lines, so that of a
/// flood the number is told.
final class ProblemLog {
  private static final Logger log = LoggerFactory.getLogger(ProblemLog.class);
  private static final int AT_ONCE = 500;
  private static final int PER_SECOND = 50;

  /// Refused requests, of which anybody can send as many as they like, leave room for failures.
  private static final Lines REFUSED = new Lines();

  private static final Lines FAILED = new Lines();

  /// Stacks of what nobody foresaw, of a hundred lines each: after a few they are the same ones.
  private static final Bucket STACKS =
      Bucket.builder()
          .addLimit(limit -> limit.capacity(20).refillGreedy(1, Duration.ofSeconds(1)))
          .build();

  /// So many lines as one kind of problems may have.
  private static final class Lines {
    private final Bucket bucket =
        Bucket.builder()
            .addLimit(
                limit -> limit.capacity(AT_ONCE).refillGreedy(PER_SECOND, Duration.ofSeconds(1)))
            .build();
    private final AtomicLong passedOver = new AtomicLong();
  }

  private ProblemLog() {}

  /// @param level debug for answers that callers expect again and again
  /// @param operation the path's pattern; null where the request reached none
  static void answered(
      Level level, ProblemType type, String method, @Nullable Object operation, String traceId) {
    if (!log.isEnabledForLevel(level)) {
      return;
    }
    Lines lines = type.status() >= 500 ? FAILED : REFUSED;
    if (!lines.bucket.tryConsume(1)) {
      lines.passedOver.incrementAndGet();
      return;
    }
    @Nullable String before = MDC.get(TraceId.MDC_KEY);
    MDC.put(TraceId.MDC_KEY, traceId);
    try {
      long others = lines.passedOver.getAndSet(0);
      if (others > 0) {
        log.info("{} more problems were answered, too many for a line each", others);
      }
      log.atLevel(level)
          .log(
              "{} {} answers {} {}",
              method,
              operation == null ? "(no operation)" : operation,
              type.status(),
              type.code());
    } finally {
      if (before == null) {
        MDC.remove(TraceId.MDC_KEY);
      } else {
        MDC.put(TraceId.MDC_KEY, before);
      }
    }
  }

  /// The stack of a failure that nobody foresaw; of a flood of them, of the first ones. The
  /// answer's line comes in any case.
  static void failed(String what, String traceId, Exception failure) {
    if (STACKS.tryConsume(1)) {
      log.error("{}, trace {}", what, traceId, failure);
    } else {
      log.debug("{}, trace {}", what, traceId, failure);
    }
  }
}
