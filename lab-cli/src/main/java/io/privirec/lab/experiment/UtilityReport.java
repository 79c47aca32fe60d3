package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.privirec.lab.evaluation.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab privacy utility` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param colluders whose noise does not count
/// @param seed of the first run; each next one has the next seed
/// @param rows so far
/// @param failures settings without a model, with the reason
record UtilityReport(
    String dataset,
    String sha256,
    int participants,
    int colluders,
    double delta,
    long seed,
    int runs,
    List<Row> rows,
    List<String> failures) {
  UtilityReport(
      String dataset,
      String sha256,
      int participants,
      int colluders,
      double delta,
      long seed,
      int runs) {
    this(
        dataset,
        sha256,
        participants,
        colluders,
        delta,
        seed,
        runs,
        new ArrayList<>(),
        new ArrayList<>());
  }

  /// One setting.
  ///
  /// @param method `privirec with privacy`, `privirec-k with privacy`, or what it is compared with
  /// @param items M
  /// @param losses that its rounds bear; 0: they are closed
  /// @param deviation standard deviation of the noise in an entry of the matrix, in users of two
  ///   items alone
  /// @param ndcg mean over the runs
  /// @param spread standard deviation of ndcg over the runs
  /// @param popularity mean ndcg of the popular items by the runs' noisy counts
  /// @param ndcgs of each run
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String method,
      @Nullable Double epsilon,
      @Nullable Integer items,
      @Nullable Integer losses,
      @Nullable Double deviation,
      @JsonProperty("ndcg@20") double ndcg,
      @JsonProperty("ndcg@20Spread") double spread,
      @JsonProperty("recall@20") double recall,
      @JsonProperty("ndcg@20OfNoisyPopularity") @Nullable Double popularity,
      List<Double> ndcgs) {
    static Row of(String method, Quality quality) {
      return of(method, null, null, null, null, List.of(quality), null);
    }

    static Row ofNoise(
        String algorithm,
        double epsilon,
        int items,
        int losses,
        double deviation,
        List<Quality> qualities,
        List<Quality> popularities) {
      return of(
          algorithm + " with privacy",
          epsilon,
          items,
          losses,
          deviation,
          qualities,
          popularities.stream().mapToDouble(Quality::ndcg).average().orElseThrow());
    }

    private static Row of(
        String method,
        @Nullable Double epsilon,
        @Nullable Integer items,
        @Nullable Integer losses,
        @Nullable Double deviation,
        List<Quality> qualities,
        @Nullable Double popularity) {
      List<Double> ndcgs = qualities.stream().map(Quality::ndcg).toList();
      double mean = ndcgs.stream().mapToDouble(n -> n).average().orElseThrow();
      double squares = ndcgs.stream().mapToDouble(n -> (n - mean) * (n - mean)).sum();
      return new Row(
          method,
          epsilon,
          items,
          losses,
          deviation,
          mean,
          Math.sqrt(squares / Math.max(1, ndcgs.size() - 1)),
          qualities.stream().mapToDouble(Quality::recall).average().orElseThrow(),
          popularity,
          ndcgs);
    }

    String line() {
      return epsilon == null
          ? "%-36s %30.5f            %.5f".formatted(method, ndcg, recall)
          : "%-24s %7s %6d %6d %9.4f %10.5f ± %.5f  %.5f %10.5f"
              .formatted(
                  method, epsilon, items, losses, deviation, ndcg, spread, recall, popularity);
    }
  }

  String header() {
    return ("%s  sha256 %s%n%d participants, %d colluders, delta %.3g, %d runs from seed %d%n"
            + "%-24s %7s %6s %6s %9s %10s %9s %s %s")
        .formatted(
            dataset,
            sha256,
            participants,
            colluders,
            delta,
            runs,
            seed,
            "method",
            "epsilon",
            "items",
            "losses",
            "noise",
            "ndcg@20",
            "spread",
            "recall@20",
            "noisy popularity");
  }

  String csv() {
    return rows.stream()
        .map(row ->
            "%s,%s,%s,%s,%s,%.6f,%.6f,%.6f,%s%n"
                .formatted(
                    row.method.replace(",", ""),
                    cell(row.epsilon),
                    cell(row.items),
                    cell(row.losses),
                    cell(row.deviation),
                    row.ndcg,
                    row.spread,
                    row.recall,
                    cell(row.popularity)))
        .collect(
            Collectors.joining(
                "",
                "method,epsilon,items,losses,noise,ndcg@20,spread,recall@20,noisyPopularity\n",
                ""));
  }

  private static String cell(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  @JsonIgnore
  boolean hasNoisyRows() {
    return rows.stream().anyMatch(row -> row.epsilon != null);
  }

  /// A line for each number of items and losses; what is compared with is level.
  String svg() {
    LinePlot plot = new LinePlot("epsilon", "NDCG@20");
    double[] epsilons =
        rows.stream()
            .filter(row -> row.epsilon != null)
            .mapToDouble(row -> row.epsilon == null ? 0 : row.epsilon)
            .sorted()
            .toArray();
    for (Row row : rows) {
      if (row.epsilon != null) {
        String kind = row.losses == null || row.losses == 0 ? "closed" : "d = " + row.losses;
        plot.add("M %s, %s".formatted(row.items, kind), row.epsilon, row.ndcg);
      } else {
        plot.add(row.method, epsilons[0], row.ndcg);
        plot.add(row.method, epsilons[epsilons.length - 1], row.ndcg);
      }
    }
    return plot.svg();
  }
}
