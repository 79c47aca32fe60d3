package io.privirec.lab.run;

import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.wire.ModelView;
import io.privirec.wire.client.ProblemAnswerException;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;

/// The recommender finds releases by itself; this sees when it has.
record ModelWatch(RecommenderClient recommender, ServiceCare care) {
  private static final Duration LOADED_WITHIN = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(200);

  /// Waits until the recommender answers from a session's release.
  ModelView await(String sessionId)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    long deadline = System.nanoTime() + LOADED_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      care.look();
      for (ModelView model : loadedModels()) {
        if (model.active() && model.sessionId().equals(sessionId)) {
          return model;
        }
      }
      Thread.sleep(POLL);
    }
    throw new RunFailedException(
        "the recommender did not load the release within " + LOADED_WITHIN.toSeconds() + " s");
  }

  private List<ModelView> loadedModels() throws IOException, InterruptedException {
    try {
      return recommender.models().models();
    } catch (ProblemAnswerException problem) {
      if (problem.problem().status() == 503) {
        return List.of();
      }
      throw problem;
    } catch (ConnectException starting) {
      return List.of();
    }
  }
}
