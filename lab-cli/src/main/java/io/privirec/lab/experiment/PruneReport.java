package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab prune` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint, of the whole of it
/// @param validation fingerprint of the part that was measured on
/// @param settings of the model, in words
/// @param unpruned NDCG@20 of the filter before it is folded
/// @param maxLoss what may be lost of it
/// @param points by ascending N
/// @param chosen the smallest N that loses no more; null for none
record PruneReport(
    String dataset,
    String sha256,
    String validation,
    String model,
    String settings,
    double unpruned,
    double maxLoss,
    List<Point> points,
    @Nullable Integer chosen) {
  /// One folded filter.
  ///
  /// @param topN entries kept in each row at most
  /// @param entries kept in all rows
  /// @param bytes of `filter.safetensors`
  /// @param loss part of the unpruned NDCG@20; negative for a gain
  /// @param overlap the part of 20 recommendations that are those of the unpruned filter, on
  ///   average
  record Point(
      int topN,
      long entries,
      long bytes,
      @JsonProperty("ndcg@20") double ndcg,
      double loss,
      double overlap) {
    /// @param unpruned NDCG@20 to compare with
    static Point of(
        int topN, long entries, long bytes, double ndcg, double unpruned, double overlap) {
      double loss = unpruned == 0 ? 0 : (unpruned - ndcg) / unpruned;
      return new Point(topN, entries, bytes, ndcg, loss, overlap);
    }

    String line() {
      return "%6d  %,13d  %,13d  %.5f  %+9.5f  %.4f"
          .formatted(topN, entries, bytes, ndcg, loss, overlap);
    }
  }

  static PruneReport of(
      String dataset,
      String sha256,
      String validation,
      String model,
      String settings,
      double unpruned,
      double maxLoss,
      List<Point> points) {
    Integer chosen =
        points.stream()
            .filter(point -> point.loss() <= maxLoss)
            .map(Point::topN)
            .min(Comparator.naturalOrder())
            .orElse(null);
    return new PruneReport(
        dataset, sha256, validation, model, settings, unpruned, maxLoss, points, chosen);
  }

  static String header() {
    return "%6s  %13s  %13s  %-7s  %9s  %s"
        .formatted("N", "entries", "bytes", "ndcg@20", "loss", "overlap@20");
  }

  /// What to choose, in words.
  String verdict() {
    return chosen == null
        ? "No N loses at most %s.".formatted(maxLoss)
        : "N = %d is the smallest that loses at most %s.".formatted(chosen, maxLoss);
  }

  String csv() {
    return points.stream()
        .map(point ->
            "%d,%d,%d,%.6f,%.6f,%.6f%n"
                .formatted(
                    point.topN, point.entries, point.bytes, point.ndcg, point.loss, point.overlap))
        .collect(Collectors.joining("", "n,entries,bytes,ndcg@20,loss,overlap@20\n", ""));
  }
}
