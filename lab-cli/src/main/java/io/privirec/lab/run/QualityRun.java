package io.privirec.lab.run;

import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.ServiceEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Path;

/// Evaluates the release through the recommender, and what it is compared with in this process.
final class QualityRun {
  private final RunData data;
  private final StageClock clock;
  private final Screen screen;

  QualityRun(RunData data, StageClock clock, Screen screen) {
    this.data = data;
    this.clock = clock;
    this.screen = screen;
  }

  /// @param scratch file for the folded central filter
  Summary.QualitySummary evaluate(RecommenderClient recommender, SessionView session, Path scratch)
      throws IOException, InterruptedException {
    TestUsers users = new TestUsers(data.dataset());
    screen.line("evaluating %,d users with held-out items".formatted(users.count()));
    Quality service;
    try (var _ = clock.stage("evaluate service")) {
      service = new ServiceEvaluation(users, recommender).run(session.id(), n -> show(n, users));
    }
    LocalEvaluation local = new LocalEvaluation(users);
    Quality popularity;
    try (var _ = clock.stage("evaluate popularity")) {
      popularity = local.popularity();
    }
    screen.progress("  computing the same filter in one place");
    ItemFilter filter;
    try (var _ = clock.stage("central filter")) {
      filter = local.centralFilter(data.algorithm());
    }
    Quality central;
    try (var _ = clock.stage("evaluate central")) {
      central = local.exact(filter);
    }
    Quality folded;
    try (var _ = clock.stage("evaluate central folded")) {
      folded = local.folded(filter, data.topN(), scratch);
    }
    return new Summary.QualitySummary(service, central, folded, popularity);
  }

  private void show(int answered, TestUsers users) {
    if (answered % 100 == 0) {
      screen.progress("  " + ProgressBar.of(answered, users.count(), "users"));
    }
  }
}
