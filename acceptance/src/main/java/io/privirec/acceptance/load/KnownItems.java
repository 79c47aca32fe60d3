package io.privirec.acceptance.load;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Whether a recommender knows the items it is to be measured with: histories of strangers cost
/// next to nothing.
final class KnownItems {
  private static final int SAMPLE = 100;

  private KnownItems() {}

  /// Asks with some of the histories.
  ///
  /// @param version of the model; null for the active one
  /// @return how the answers came about
  /// @throws InvalidOptionException where some item is not known
  static String require(RecommenderClient recommender, @Nullable String version, Dataset dataset)
      throws IOException, InterruptedException {
    InteractionMatrix train = dataset.train();
    String strategy = "";
    for (int n = 0; n < SAMPLE; n++) {
      int user = (int) ((long) n * dataset.users() / SAMPLE);
      RecommendationAnswer answer =
          recommender.recommend(
              HistoryRequests.request(dataset, train.row(user), 1),
              version == null ? ModelChoice.ACTIVE : ModelChoice.version(version));
      if (!answer.ignoredItems().isEmpty()) {
        throw new InvalidOptionException(
            "--data: model %s does not know all items of it".formatted(answer.modelVersion()));
      }
      if (train.rowLength(user) > 0) {
        strategy = answer.strategy();
      }
    }
    return strategy;
  }
}
