package io.privirec.edge.rate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A token bucket for each caller. It is full again after a window without requests and then
/// forgotten; with more callers at once than are remembered, some begin with a full one again.
/// Thread-safe.
final class Buckets {
  private final RateLimitSettings settings;
  private final Cache<Caller, Bucket> buckets;

  Buckets(RateLimitSettings settings) {
    this.settings = settings;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(settings.callers())
            .expireAfterAccess(settings.window())
            .build();
  }

  /// Takes a token of a caller's, if there is one.
  Standing take(Caller caller) {
    ConsumptionProbe probe = buckets.get(caller, unknown -> full()).tryConsumeAndReturnRemaining(1);
    return new Standing(
        probe.getRemainingTokens(),
        Duration.ofNanos(probe.getNanosToWaitForRefill()),
        Duration.ofNanos(probe.getNanosToWaitForReset()));
  }

  /// How a caller stands that takes nothing.
  Standing of(Caller caller) {
    @Nullable Bucket bucket = buckets.getIfPresent(caller);
    return bucket == null
        ? new Standing(settings.requests(), Duration.ZERO, Duration.ZERO)
        : new Standing(
            bucket.getAvailableTokens(),
            untilFree(bucket, 1),
            untilFree(bucket, settings.requests()));
  }

  private static Duration untilFree(Bucket bucket, long tokens) {
    return Duration.ofNanos(bucket.estimateAbilityToConsume(tokens).getNanosToWaitForRefill());
  }

  /// How a caller stands.
  ///
  /// @param left requests that are free now
  /// @param untilNext until one is; zero where one is, or was and has been taken
  /// @param untilAll until all are
  record Standing(long left, Duration untilNext, Duration untilAll) {
    boolean isTooMany() {
      return untilNext.isPositive();
    }
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(limit ->
            limit
                .capacity(settings.requests())
                .refillGreedy(settings.requests(), settings.window()))
        .build();
  }

  /// Callers remembered now.
  long size() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}
