package io.privirec.acceptance.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `acceptance batches` measured, in users per second.
///
/// @param streams of each round
/// @param jobs of each round; none where no job was asked for
/// @param medianJob null without jobs
record BatchesReport(
    int users,
    List<Double> streams,
    double medianStreams,
    List<Double> jobs,
    @Nullable Double medianJob) {
  static BatchesReport of(int users, double[] streams, double[] jobs) {
    return new BatchesReport(
        users,
        Arrays.stream(streams).boxed().toList(),
        median(streams),
        Arrays.stream(jobs).boxed().toList(),
        jobs.length == 0 ? null : median(jobs));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /// What is not as it has to be.
  List<String> misses(double minStreams, double minJob) {
    List<String> misses = new ArrayList<>();
    if (medianStreams < minStreams) {
      misses.add("streams answer less than %s users per second".formatted(minStreams));
    }
    if (medianJob != null && medianJob < minJob) {
      misses.add("jobs answer less than %s users per second".formatted(minJob));
    }
    return misses;
  }
}
