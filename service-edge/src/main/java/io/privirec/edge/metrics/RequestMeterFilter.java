package io.privirec.edge.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.util.Set;

/// Bounds the series of `http.server.requests`. Each operation with each status is one with a dozen
/// buckets, and anybody can have an operation answer with any 4xx.
///
/// All 4xx of an operation are one series, `status="4xx"`: which problems there were,
/// `privirec.problems` counts by code. Whatever is no success has one bucket: a registry of
/// Prometheus refuses to tell at all if a meter has buckets with some tags and none with others.
final class RequestMeterFilter implements MeterFilter {
  private static final String REQUESTS = "http.server.requests";
  private static final String IN_PROGRESS = "http.server.requests.active";

  /// They tell of an exception, which is logged.
  private static final Set<String> LEFT_OUT = Set.of("error", "exception");

  /// Up to a second, in nanoseconds.
  private static final DistributionStatisticConfig ONE_BUCKET =
      DistributionStatisticConfig.builder().serviceLevelObjectives(1e9).build();

  private static final DistributionStatisticConfig NO_BUCKET =
      DistributionStatisticConfig.builder().serviceLevelObjectives().build();

  @Override
  public Meter.Id map(Meter.Id id) {
    return id.getName().equals(REQUESTS)
        ? id.replaceTags(
            id.getTags().stream()
                .filter(tag -> !LEFT_OUT.contains(tag.getKey()))
                .map(RequestMeterFilter::summarised)
                .toList())
        : id;
  }

  private static Tag summarised(Tag tag) {
    return isStatus(tag, "4") ? Tag.of("status", "4xx") : tag;
  }

  private static boolean isStatus(Tag tag, String firstDigit) {
    return tag.getKey().equals("status") && tag.getValue().startsWith(firstDigit);
  }

  @Override
  public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
    return switch (id.getName()) {
      case IN_PROGRESS -> NO_BUCKET.merge(config);
      case REQUESTS ->
          id.getTags().stream().anyMatch(tag -> isStatus(tag, "2"))
              ? config
              : ONE_BUCKET.merge(config);
      default -> config;
    };
  }
}
