package io.privirec.serving.scoring;

import io.privirec.filter.factor.ItemFactorScores;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactors.FoldIn;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.matrix.Axpy;
import io.privirec.serving.scoring.ScoringListener.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Items' vectors: the user's vector is folded in from the history, and scores are what it
/// predicts. An item without a vector scores 0, as it does for a history that says nothing. Items
/// are alike by the cosine of their vectors, without what is the same for all items.
final class ItemFactorsModel implements ReleasedModel, HistoryScorer {
  static final Kind KIND =
      new Kind(
          ItemFactors.KIND,
          true,
          ItemFactorsFile.NAME,
          false,
          null,
          (file, _, _) -> new ItemFactorsModel(file));

  private final ItemFactorScores histories;
  private final ItemFactors model;
  private final float[] norms;
  private final Accumulators accumulators;

  private ItemFactorsModel(Path file) throws IOException {
    this.model = ItemFactorsFile.read(file);
    this.histories = new ItemFactorScores(model);
    this.norms = new float[model.items()];
    for (int item = 0; item < norms.length; item++) {
      norms[item] = (float) Math.sqrt(product(item, item));
    }
    this.accumulators =
        new Accumulators(2 * Runtime.getRuntime().availableProcessors(), model.items());
  }

  /// The first coordinate that tells items apart.
  private int firstOwn() {
    return model.hasBiases() ? 1 : 0;
  }

  private double product(int one, int other) {
    double product = 0;
    for (int n = firstOwn(); n < model.rank(); n++) {
      product += (double) model.factors().get(one, n) * model.factors().get(other, n);
    }
    return product;
  }

  @Override
  public int items() {
    return model.items();
  }

  @Override
  public boolean has(ScoreMode mode) {
    return mode == ScoreMode.FOLDED;
  }

  @Override
  public HistoryScorer histories(ScoreMode mode) {
    if (!has(mode)) {
      throw new RequestRefusal.NoExactForm();
    }
    return this;
  }

  @Override
  public <T> T score(History history, ScoringListener listener, Function<float[], T> use) {
    long start = System.nanoTime();
    FoldIn folded = fold(history);
    return accumulators.with(scores -> {
      histories.score(folded, scores);
      listener.scored(Phase.GATHER, System.nanoTime() - start);
      return use.apply(scores);
    });
  }

  @Override
  public BitSet unscored() {
    return histories.unscored();
  }

  /// They add up to the score above its base: the mean, with the item's bias where it has one.
  @Override
  public IntFunction<float[]> contributions(History history) {
    FoldIn folded = fold(history);
    return item -> floats(folded.contributions(item));
  }

  @Override
  public @Nullable PredictedRatings ratings(History history) {
    if (!model.objective().readsRatings()) {
      return null;
    }
    FoldIn folded = fold(history);
    return (item, score) ->
        model.has(item)
            ? new PredictedRatings.Predicted(
                (float) model.base(item), histories.rating(folded, item, score))
            : null;
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int n = 0; n < floats.length; n++) {
      floats[n] = (float) values[n];
    }
    return floats;
  }

  private FoldIn fold(History history) {
    return histories.fold(history.items(), history.ratings(), history.weights());
  }

  /// By the sum of the cosines, without the mean, which is no likeness.
  @Override
  public HistoryScorer alike() {
    return new HistoryScorer() {
      @Override
      public <T> T score(History sources, ScoringListener listener, Function<float[], T> use) {
        float[] direction = new float[model.rank()];
        for (int source : sources.items()) {
          if (norms[source] > 0) {
            Axpy.add(
                1 / norms[source],
                model.factors().data(),
                source * direction.length,
                direction,
                0,
                direction.length);
          }
        }
        Arrays.fill(direction, 0, firstOwn(), 0);
        return accumulators.with(scores -> {
          histories.multiply(direction, scores);
          for (int item = 0; item < scores.length; item++) {
            scores[item] = norms[item] == 0 ? 0 : scores[item] / norms[item];
          }
          return use.apply(scores);
        });
      }

      @Override
      public IntFunction<float[]> contributions(History sources) {
        return item -> {
          float[] parts = new float[sources.items().length];
          for (int n = 0; n < parts.length; n++) {
            parts[n] = ItemFactorsModel.this.contribution(sources.items()[n], item);
          }
          return parts;
        };
      }
    };
  }

  @Override
  public float contribution(int source, int item) {
    float norms = this.norms[source] * this.norms[item];
    return norms == 0 ? 0 : (float) (product(source, item) / norms);
  }

  @Override
  public float largestContribution(int source) {
    return norms[source] == 0 ? 0 : 1;
  }

  @Override
  public void close() {}
}
