package io.privirec.lab.run;

import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.lab.evaluation.RatingPredictor;
import io.privirec.lab.evaluation.ServiceEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.factor.ReferenceFilter;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.ProgressBar;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Evaluates the release through the recommender, and what it is compared with in this process.
final class QualityRun {
  private final RunData data;
  private final StageClock clock;
  private final Terminal terminal;
  private @Nullable ItemFilter central;

  QualityRun(RunData data, StageClock clock, Terminal terminal) {
    this.data = data;
    this.clock = clock;
    this.terminal = terminal;
  }

  /// @param scratch file for the folded central filter
  Summary.QualitySummary evaluate(RecommenderClient recommender, SessionView session, Path scratch)
      throws IOException, InterruptedException {
    TestUsers users = new TestUsers(data.dataset(), data.publishedDegrees());
    terminal.line("evaluating %,d users with held-out items".formatted(users.count()));
    LocalEvaluation local = new LocalEvaluation(users);
    ServiceEvaluation served = new ServiceEvaluation(users, recommender);
    terminal.progress("  computing the same model in one place");
    ItemFilter filter;
    try (var _ = clock.stage("central model")) {
      filter = ReferenceFilter.of(data.algorithm(), data.dataset());
    }
    central = filter;
    return filter instanceof RatingPredictor predictor
        ? ratings(served, session, predictor, users)
        : lists(served, session, filter, local, users, scratch);
  }

  /// Evaluates the active model of another session of the same algorithm, after [#evaluate].
  ///
  /// @return its metrics by name
  Map<String, Double> again(RecommenderClient recommender, SessionView session)
      throws IOException, InterruptedException {
    TestUsers users = new TestUsers(data.dataset(), data.publishedDegrees());
    ServiceEvaluation served = new ServiceEvaluation(users, recommender);
    return central instanceof RatingPredictor model
        ? Map.of("rmse", served.ratingErrors(session.id(), model, n -> show(n, users)).rmse())
        : served.run(session.id(), n -> show(n, users)).byName();
  }

  /// Evaluates the lists of the active model alone.
  Quality service(RecommenderClient recommender, SessionView session)
      throws IOException, InterruptedException {
    TestUsers users = new TestUsers(data.dataset(), data.publishedDegrees());
    return new ServiceEvaluation(users, recommender).run(session.id(), n -> show(n, users));
  }

  private Summary.ListQuality lists(
      ServiceEvaluation served,
      SessionView session,
      ItemFilter filter,
      LocalEvaluation local,
      TestUsers users,
      Path scratch)
      throws IOException, InterruptedException {
    Quality service;
    try (var _ = clock.stage("evaluate service")) {
      service = served.run(session.id(), n -> show(n, users));
    }
    LocalEvaluation ofAll = new LocalEvaluation(new TestUsers(data.dataset()));
    Quality popularity;
    try (var _ = clock.stage("evaluate popularity")) {
      popularity = ofAll.popularity();
    }
    Quality exact;
    try (var _ = clock.stage("exact GF-CF")) {
      exact = exactGfCf(ofAll);
    }
    Quality central;
    try (var _ = clock.stage("evaluate central")) {
      central = local.exact(filter);
    }
    OptionalInt topN = data.topN();
    Quality folded = null;
    if (topN.isPresent()) {
      try (var _ = clock.stage("evaluate central folded")) {
        folded = local.folded(filter, topN.getAsInt(), scratch);
      }
    }
    return new Summary.ListQuality(service, central, folded, popularity, exact);
  }

  private @Nullable Quality exactGfCf(LocalEvaluation ofAll) throws IOException {
    terminal.progress("  computing GF-CF of all data");
    try {
      return ofAll.exact(CentralModels.gfCf(data.dataset()));
    } catch (InvalidOptionException tooLarge) {
      terminal.line("exact GF-CF is left out: " + tooLarge.getMessage());
      return null;
    }
  }

  private Summary.RatingQuality ratings(
      ServiceEvaluation served, SessionView session, RatingPredictor model, TestUsers users)
      throws IOException, InterruptedException {
    RatingErrors service;
    try (var _ = clock.stage("evaluate service")) {
      service = served.ratingErrors(session.id(), model, n -> show(n, users));
    }
    try (var _ = clock.stage("evaluate central")) {
      return new Summary.RatingQuality(
          service, RatingErrors.of(model, users), RatingErrors.ofUserMeans(model, users));
    }
  }

  private void show(int answered, TestUsers users) {
    if (answered % 100 == 0) {
      terminal.progress("  " + ProgressBar.of(answered, users.count(), "users"));
    }
  }
}
