package io.privirec.lab.experiment;

import io.privirec.lab.privirec.Recommender;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// NDCG@20 as the PriviRec paper prints it in Table 3, where the number is known.
final class PaperTable3 {
  private record Cell(String dataset, Recommender model, boolean federated) {}

  private static final Map<Cell, Double> NDCG =
      Map.of(
          new Cell("gowalla", Recommender.GF_CF, false), .1518,
          new Cell("gowalla", Recommender.TURBO_CF, false), .1531,
          new Cell("gowalla", Recommender.BSPM_LM, false), .1570,
          new Cell("gowalla", Recommender.BSPM_EM, false), .1597,
          new Cell("gowalla", Recommender.GF_CF, true), .1528,
          new Cell("yelp2018", Recommender.GF_CF, false), .0571,
          new Cell("yelp2018", Recommender.TURBO_CF, false), .0574,
          new Cell("yelp2018", Recommender.BSPM_LM, false), .0584,
          new Cell("yelp2018", Recommender.BSPM_EM, false), .0593,
          new Cell("yelp2018", Recommender.GF_CF, true), .0561);

  private PaperTable3() {}

  /// The number of a model on the data set of that name; null where the table has none.
  static @Nullable Double ndcg(String dataset, Recommender model, boolean federated) {
    return NDCG.get(new Cell(dataset, model, federated));
  }
}
