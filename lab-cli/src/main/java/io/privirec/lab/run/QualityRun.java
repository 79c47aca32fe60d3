package io.privirec.lab.run;

import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.GfCf;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.ServiceEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.http.RecommenderApi;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/// Evaluates the release through the recommender, and what it is compared with in this process.
final class QualityRun {
  private static final int DEFAULT_IDEAL_RANK = 256;

  private final RunSettings settings;
  private final RunData data;
  private final StageClock clock;
  private final Screen screen;

  QualityRun(RunSettings settings, RunData data, StageClock clock, Screen screen) {
    this.settings = settings;
    this.data = data;
    this.clock = clock;
    this.screen = screen;
  }

  /// @param scratch file for the folded central filter
  Summary.QualitySummary evaluate(RecommenderApi recommender, SessionView session, Path scratch)
      throws IOException, InterruptedException {
    TestUsers users = new TestUsers(data.dataset());
    screen.line("evaluating %,d users with held-out items".formatted(users.count()));
    Quality service;
    try (var _ = clock.stage("evaluate service")) {
      service = new ServiceEvaluation(users, recommender).run(session.id(), n -> show(n, users));
    }
    LocalEvaluation local = new LocalEvaluation(users);
    PriviRecKParameters settled = (PriviRecKParameters) session.parameters();
    Quality popularity;
    try (var _ = clock.stage("evaluate popularity")) {
      popularity = local.popularity();
    }
    screen.progress("  computing the same filter in one place");
    GfCf filter;
    try (var _ = clock.stage("central filter")) {
      filter = centralFilter(local, settled);
    }
    Quality central;
    try (var _ = clock.stage("evaluate central")) {
      central = local.exact(filter);
    }
    int topN = Objects.requireNonNullElse(settled.topN(), FilterFolder.DEFAULT_TOP_N);
    Quality folded;
    try (var _ = clock.stage("evaluate central folded")) {
      folded = local.folded(filter, topN, scratch);
    }
    return new Summary.QualitySummary(service, central, folded, popularity);
  }

  private GfCf centralFilter(LocalEvaluation local, PriviRecKParameters settled) {
    int idealRank =
        Objects.requireNonNullElse(settled.idealRank(), Math.min(data.k(), DEFAULT_IDEAL_RANK));
    return local.centralFilter(
        data.k(), settings.iterations(), settings.gamma(), settings.seed(), idealRank);
  }

  private void show(int answered, TestUsers users) {
    if (answered % 100 == 0) {
      screen.progress("  " + ProgressBar.of(answered, users.count(), "users"));
    }
  }
}
