package io.privirec.lab.attack;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.NoisyFilter;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.stage.process.RunDirectory;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Which sums membership is inferred from.
enum AttackedRelease {
  ITEM_DEGREES(ItemDegrees.ID) {
    @Override
    AlgorithmParameters parameters(PrivacyParameters privacy) {
      return ItemDegreesParameters.DEFAULT.withPrivacy(privacy);
    }
  },
  PRIVIREC(PriviRec.ID) {
    @Override
    AlgorithmParameters parameters(PrivacyParameters privacy) {
      return PriviRecParameters.DEFAULT
          .withModel(PopularGram.DEFAULT)
          .withTopN(1)
          .withPrivacy(privacy);
    }
  },
  PRIVIREC_K(PriviRecK.ID) {
    // What a user changes does not depend on k, and a small one is sooner simulated.
    @Override
    AlgorithmParameters parameters(PrivacyParameters privacy) {
      return PriviRecKParameters.DEFAULT
          .withFactors(
              FactorParameters.DEFAULT
                  .withK(COLUMNS)
                  .withOversampling(0)
                  .withIterations(2)
                  .withLambda("ritz")
                  .withSeed(1L))
          .withModel(PriviRecKParameters.GfCf.DEFAULT)
          .withTopN(1)
          .withPopular(PriviRecKParameters.Popular.DEFAULT)
          .withPrivacy(privacy);
    }

    // The coordinator chooses the bases after the first one, which is public: one direction is the
    // target's own, so that no product can show more of it.
    @Override
    void broadcast(AlgorithmSettings algorithm, RoundSpec round, Path file, long[] counts)
        throws IOException {
      int popular = ((NoisyFilter) algorithm).popular();
      float[] basis = new float[popular * COLUMNS];
      double squares = IntStream.range(0, HISTORY).mapToDouble(item -> 1.0 / counts[item]).sum();
      for (int item = 0; item < HISTORY; item++) {
        basis[item * COLUMNS] = (float) Math.sqrt(1 / (counts[item] * squares));
      }
      for (int column = 1; column < COLUMNS; column++) {
        basis[(HISTORY + column) * COLUMNS + column] = 1;
      }
      List<TensorSpec> tensors =
          List.of(
              TensorSpec.of("item_degrees", TensorType.I64, counts.length),
              TensorSpec.of("basis", TensorType.F32, popular, COLUMNS));
      try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
        writer.writeI64("item_degrees", counts);
        writer.writeF32("basis", basis);
      }
    }
  };

  private static final int COLUMNS = 8;

  /// Items of the target: as many as are counted, so that it changes counts as much as anybody can,
  /// and the matrix by all but a fortieth of that.
  static final int HISTORY = 20;

  private final String id;

  AttackedRelease(String id) {
    this.id = id;
  }

  /// Name of the algorithm.
  @Override
  public String toString() {
    return id;
  }

  abstract AlgorithmParameters parameters(PrivacyParameters privacy);

  AlgorithmSettings algorithm(PrivacyParameters privacy, int items, int participants) {
    return ReadingAttack.algorithm(id, parameters(privacy), items, participants);
  }

  /// What the coordinator sends before a round.
  void broadcast(AlgorithmSettings algorithm, RoundSpec round, Path file, long[] counts)
      throws IOException {
    ItemDegreesFile.write(file, counts);
  }

  /// A user of the first items.
  static RatingMatrix user(int items) {
    return RatingMatrix.of(
        InteractionMatrix.of(
            1, items, new int[] {0, HISTORY}, IntStream.range(0, HISTORY).toArray()));
  }

  /// The target's part of each sum, where its items are the most popular.
  List<long[]> target(AlgorithmSettings algorithm, int items, int participants) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      long[] counts = LongStream.range(0, items).map(item -> items - item).toArray();
      for (RoundSpec round : algorithm.algorithm().specs()) {
        if (round.hasBroadcast()) {
          broadcast(algorithm, round, work.path().resolve(round.broadcastFile()), counts);
        }
      }
      return TargetUser.parts(algorithm.algorithm(), participants, user(items), work.path());
    }
  }
}
