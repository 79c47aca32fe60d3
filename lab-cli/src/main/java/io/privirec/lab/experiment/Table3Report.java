package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.privirec.filter.graph.PairSupport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab table3` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param preset whose settings the models have
/// @param participants of federated filters
/// @param seed of the start bases and of who holds whom
/// @param pairs what is behind the entries of P̃
/// @param rows as they were measured
/// @param maxHeapBytes of this process, its -Xmx
record Table3Report(
    String dataset,
    String sha256,
    int users,
    int items,
    long interactions,
    String preset,
    int participants,
    long seed,
    PairSupport pairs,
    List<Row> rows,
    long maxHeapBytes) {
  private static final String CSV_HEADER =
      "model,filters,ndcg@20,paper,difference,recall@20,model_cpu_s,scores_cpu_s,bytes_up,"
          + "folded_ndcg@20,folded_recall@20,folded_scores_cpu_s\n";

  /// One model.
  ///
  /// @param filters `central` or `federated`
  /// @param settings in words
  /// @param paper NDCG@20 in the paper's table; null where there is none
  /// @param difference ours less that
  /// @param modelCpuSeconds making what no row before has made
  /// @param scoresCpuSeconds scoring and ranking for all users
  /// @param bytesUp masked vectors of one participant in a session of this model alone
  /// @param folded null where it is not asked for, or nothing is folded
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String model,
      String filters,
      String settings,
      @JsonProperty("ndcg@20") double ndcg,
      @JsonProperty("recall@20") double recall,
      @Nullable Double paper,
      @Nullable Double difference,
      double modelCpuSeconds,
      double scoresCpuSeconds,
      long bytesUp,
      @Nullable Folded folded) {}

  /// The same filter, folded.
  ///
  /// @param bytes of its file
  record Folded(
      int topN,
      long bytes,
      @JsonProperty("ndcg@20") double ndcg,
      @JsonProperty("recall@20") double recall,
      double foldCpuSeconds,
      double scoresCpuSeconds) {}

  String csv() {
    return rows.stream()
        .map(row -> {
          Folded folded = row.folded;
          return "%s,%s,%.6f,%s,%s,%.6f,%.1f,%.1f,%d,%s%n"
              .formatted(
                  row.model,
                  row.filters,
                  row.ndcg,
                  row.paper == null ? "" : row.paper,
                  row.difference == null ? "" : String.format(Locale.ROOT, "%.6f", row.difference),
                  row.recall,
                  row.modelCpuSeconds,
                  row.scoresCpuSeconds,
                  row.bytesUp,
                  folded == null
                      ? ",,"
                      : "%.6f,%.6f,%.1f"
                          .formatted(folded.ndcg, folded.recall, folded.scoresCpuSeconds));
        })
        .collect(Collectors.joining("", CSV_HEADER, ""));
  }

  static String header() {
    return "%-11s %-9s  %-7s %-6s %-7s %-8s %8s %8s  %s"
        .formatted(
            "model",
            "filters",
            "ndcg@20",
            "paper",
            "less it",
            "recall@20",
            "model s",
            "scores s",
            "folded: ndcg@20, recall@20, scores s");
  }

  static String line(Row row) {
    Folded folded = row.folded;
    return "%-11s %-9s  %.5f %-6s %-7s %.5f   %8.1f %8.1f  %s"
        .formatted(
            row.model,
            row.filters,
            row.ndcg,
            row.paper == null ? "" : "%.4f".formatted(row.paper),
            row.difference == null ? "" : "%+.4f".formatted(row.difference),
            row.recall,
            row.modelCpuSeconds,
            row.scoresCpuSeconds,
            folded == null
                ? ""
                : "%.5f %.5f %.1f".formatted(folded.ndcg, folded.recall, folded.scoresCpuSeconds))
        .stripTrailing();
  }
}
