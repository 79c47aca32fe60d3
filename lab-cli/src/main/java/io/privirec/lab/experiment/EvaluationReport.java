package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.filter.graph.PairSupport;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `lab evaluate` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param model of this process by its name, of the running recommender by its version
/// @param filters `central` or `federated`; `served` of the running recommender
/// @param settings of the model, in words
/// @param pairs what is behind the entries of P̃; absent where the model does not need P̃
/// @param bytesUp masked vectors that each participant uploads; 0 where nothing is
/// @param users users with held-out items, over whom metrics are averaged
/// @param skippedUsers users without
/// @param buildCpuSeconds processor time of making the model, all threads
/// @param scoreCpuSeconds processor time of scoring and ranking for all users
/// @param maxHeapBytes of this process, its -Xmx
@JsonInclude(JsonInclude.Include.NON_NULL)
record EvaluationReport(
    String dataset,
    String sha256,
    int items,
    long interactions,
    String model,
    String filters,
    String settings,
    @Nullable PairSupport pairs,
    long users,
    long skippedUsers,
    Map<String, Double> metrics,
    long bytesUp,
    double buildCpuSeconds,
    double scoreCpuSeconds,
    double seconds,
    long maxHeapBytes) {
  EvaluationReport {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /// For people.
  void print(PrintWriter out) {
    out.printf(
        "%s  %,d items, %,d interactions, sha256 %s%n",
        dataset(), items(), interactions(), sha256());
    out.printf("%s, %s filters  %s%n", model(), filters(), settings());
    out.printf("%,d users with held-out items, %,d without%n", users(), skippedUsers());
    if (pairs() != null) {
      out.println(describe(pairs()));
    }
    out.println();
    metrics().forEach((name, value) -> out.printf("%-24s %.5f%n", name, value));
    if (bytesUp() > 0) {
      out.printf("%nuploaded by each participant: %,d bytes%n", bytesUp());
    }
    if (scoreCpuSeconds() > 0) {
      out.printf(
          "%nprocessor seconds: %.1f for the model, %.1f for all users; %.1f s in all%n",
          buildCpuSeconds(), scoreCpuSeconds(), seconds());
    }
    out.printf("heap: within %,d MiB%n", maxHeapBytes() >> 20);
    out.flush();
  }

  /// In words.
  static String describe(PairSupport pairs) {
    return "%.0f %% of P̃'s %.1f million entries come from a single user (%,d of %,d)"
        .formatted(
            100 * pairs.partOfOneUser(), pairs.entries() / 1e6, pairs.ofOneUser(), pairs.entries());
  }
}
