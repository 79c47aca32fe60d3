package io.privirec.bench;

import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.TopK;
import io.privirec.filter.spectral.LeadingSpectrum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What one request costs beside HTTP: the scores of a history by GF-CF folded into F, and the best
/// 20 of them, one user after the other on one core.
final class ScorerSpeed {
  private static final int RANK = 256;
  private static final double GAMMA = .3;
  private static final int TOP = 20;
  private static final int USERS = 8192;
  private static final int ROUNDS = 4;

  private ScorerSpeed() {}

  /// @param data a data set; absent for made-up data of Gowalla's size
  static List<Result> measure(Optional<Path> data) throws IOException {
    InteractionMatrix train =
        data.isPresent() ? DatasetReader.read(data.get()).train() : GowallaShape.interactions();
    Path file = Files.createTempFile("privirec-bench-", ".safetensors");
    try {
      InteractionMatrix byPopularity = byPopularity(train);
      fold(byPopularity, file);
      Result popular = gather(byPopularity, file);
      fold(train, file);
      List<Result> results = measure(train, file);
      results.add(popular);
      return results;
    } finally {
      Files.delete(file);
    }
  }

  /// Makes F of GF-CF with published parameters.
  static void fold(InteractionMatrix train, Path file) throws IOException {
    SparseGfCf filter =
        new SparseGfCf(
            ItemGram.of(train, .5),
            LeadingSpectrum.of(train, RANK).basis(),
            train.itemDegrees(),
            GAMMA);
    FilterFolder.fold(filter, FilterFolder.DEFAULT_TOP_N, file);
  }

  /// The same interactions with items numbered by falling degree: ADR 0027 says why F is not.
  private static InteractionMatrix byPopularity(InteractionMatrix train) {
    int[] order = Popularity.of(train.itemDegrees()).among(train.items(), item -> true);
    int[] rank = new int[order.length];
    for (int n = 0; n < order.length; n++) {
      rank[order[n]] = n;
    }
    int[] offsets = new int[train.users() + 1];
    int[] columns = new int[train.interactions()];
    for (int user = 0; user < train.users(); user++) {
      int[] row = Arrays.stream(train.row(user)).map(item -> rank[item]).sorted().toArray();
      System.arraycopy(row, 0, columns, offsets[user], row.length);
      offsets[user + 1] = offsets[user] + row.length;
    }
    return InteractionMatrix.of(train.users(), train.items(), offsets, columns);
  }

  private static Result gather(InteractionMatrix train, Path file) throws IOException {
    try (FoldedFilter filter = FoldedFilter.open(file)) {
      Costs costs = costs(filter, train);
      return Result.of(
          "  gather, items by popularity",
          costs.additions() / (double) costs.gatherNanos(),
          "G adds/s");
    }
  }

  private static Costs costs(FoldedFilter filter, InteractionMatrix train) {
    Costs costs = Costs.ZERO;
    for (int round = 0; round <= ROUNDS; round++) {
      Costs measured = Costs.of(filter, train);
      costs = round == 0 ? Costs.ZERO : costs.plus(measured); // the first warms up
    }
    return costs;
  }

  private static List<Result> measure(InteractionMatrix train, Path file) throws IOException {
    List<Result> results = new ArrayList<>();
    results.add(Result.of("F of GF-CF, N = 1,000", Files.size(file) / 1e6, "MB").atMost(170));
    long begun = System.nanoTime();
    try (FoldedFilter filter = FoldedFilter.open(file)) {
      double opened = (System.nanoTime() - begun) / 1e9;
      results.add(Result.of("F mapped and every entry checked", opened, "s").atMost(5));
      Costs costs = costs(filter, train);
      results.add(
          Result.of(
                  String.format(Locale.ROOT, "scorer, one user, mean of %,d", costs.users()),
                  costs.totalMillis(),
                  "ms CPU")
              .atMost(.12));
      results.add(
          Result.of("  gather", costs.additions() / (double) costs.gatherNanos(), "G adds/s")
              .atLeast(.4));
      results.add(Result.of("  top 20", costs.topNanos() / 1e3 / costs.users(), "us CPU"));
      return results;
    }
  }

  /// @param additions entries of F that were added up
  private record Costs(long users, long additions, long gatherNanos, long topNanos) {
    static final Costs ZERO = new Costs(0, 0, 0, 0);

    static Costs of(FoldedFilter filter, InteractionMatrix train) {
      float[] scores = new float[filter.items()];
      int step = Math.max(1, train.users() / USERS);
      Costs costs = ZERO;
      for (int user = 0; user < train.users(); user += step) {
        int[] history = train.row(user);
        long additions = 0;
        for (int item : history) {
          additions += filter.rowLength(item);
        }
        long begun = CpuTime.ofThread();
        filter.score(history, scores);
        long gathered = CpuTime.ofThread();
        int[] best = TopK.excluding(scores, TOP, history);
        long ended = CpuTime.ofThread();
        if (best.length != TOP) {
          throw new IllegalStateException("fewer than %s items are left".formatted(TOP));
        }
        costs = costs.plus(new Costs(1, additions, gathered - begun, ended - gathered));
      }
      return costs;
    }

    Costs plus(Costs other) {
      return new Costs(
          users + other.users,
          additions + other.additions,
          gatherNanos + other.gatherNanos,
          topNanos + other.topNanos);
    }

    double totalMillis() {
      return (gatherNanos + topNanos) / 1e6 / users;
    }
  }
}
