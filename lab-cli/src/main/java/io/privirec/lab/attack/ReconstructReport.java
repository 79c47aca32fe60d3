package io.privirec.lab.attack;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab attack reconstruct` read.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param items that the users have
/// @param answers of participants in cells to a coordinator that wants a sum without one of them
record ReconstructReport(
    String dataset,
    String sha256,
    int users,
    int items,
    int participants,
    int cellSize,
    double delta,
    long seed,
    List<Row> rows,
    Map<String, Integer> answers) {
  ReconstructReport(
      String dataset,
      String sha256,
      int users,
      int items,
      int participants,
      int cellSize,
      double delta,
      long seed) {
    this(
        dataset,
        sha256,
        users,
        items,
        participants,
        cellSize,
        delta,
        seed,
        new ArrayList<>(),
        new TreeMap<>());
  }

  /// One attack.
  ///
  /// @param epsilon of a session; none: exact
  /// @param histories that it was after
  /// @param exactly read to the item
  /// @param overlap of the best guess, mean
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String attack,
      String sums,
      @Nullable Double epsilon,
      int histories,
      int exactly,
      double overlap) {
    String line() {
      return "%-18s %-36s %7s %9d %9d %7.3f"
          .formatted(
              attack,
              sums,
              epsilon == null ? "exact" : epsilon.toString(),
              histories,
              exactly,
              overlap);
    }
  }

  String header() {
    return ("%s  sha256 %s%n%d users with %d items, %d participants, delta %.3g, seed %d%n"
            + "%-18s %-36s %7s %9s %9s %7s")
        .formatted(
            dataset,
            sha256,
            users,
            items,
            participants,
            delta,
            seed,
            "attack",
            "sums",
            "epsilon",
            "histories",
            "read",
            "overlap");
  }

  String csv() {
    return rows.stream()
        .map(row ->
            "%s,%s,%s,%d,%d,%.6f%n"
                .formatted(
                    row.attack,
                    row.sums.replace(",", ""),
                    row.epsilon == null ? "" : row.epsilon,
                    row.histories,
                    row.exactly,
                    row.overlap))
        .collect(Collectors.joining("", "attack,sums,epsilon,histories,read,overlap\n", ""));
  }
}
