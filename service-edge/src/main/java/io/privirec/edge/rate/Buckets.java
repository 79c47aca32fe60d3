package io.privirec.edge.rate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;

/**
 * A token bucket for each caller. It is full again after a window without requests and then
 * forgotten; with more callers at once than are remembered, some begin with a full one again.
 * Thread-safe.
 */
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

  /** Takes a token of a caller's, if there is one. */
  ConsumptionProbe take(Caller caller) {
    return buckets.get(caller, unknown -> full()).tryConsumeAndReturnRemaining(1);
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(limit ->
            limit
                .capacity(settings.requests())
                .refillGreedy(settings.requests(), settings.window()))
        .build();
  }

  /** Callers remembered now. */
  long size() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}
