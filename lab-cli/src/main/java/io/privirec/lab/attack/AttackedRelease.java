package io.privirec.lab.attack;

import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.process.RunDirectory;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Which sums membership is inferred from.
enum AttackedRelease {
  ITEM_DEGREES(ItemDegrees.ID) {
    @Override
    AlgorithmParameters parameters(PrivacyParameters privacy) {
      return new ItemDegreesParameters(privacy);
    }
  },
  PRIVIREC(PriviRec.ID) {
    @Override
    AlgorithmParameters parameters(PrivacyParameters privacy) {
      return new PriviRecParameters(PopularGram.DEFAULT, 1, null, privacy);
    }
  };

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

  Algorithm algorithm(PrivacyParameters privacy, int items, int participants) {
    return ReadingAttack.algorithm(id, parameters(privacy), items, participants);
  }

  /// A user of the first items.
  static RatingMatrix user(int items) {
    return RatingMatrix.of(
        InteractionMatrix.of(
            1, items, new int[] {0, HISTORY}, IntStream.range(0, HISTORY).toArray()));
  }

  /// The target's part of each sum, where its items are the most popular.
  List<long[]> target(Algorithm algorithm, int items, int participants) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      long[] counts = LongStream.range(0, items).map(item -> items - item).toArray();
      for (RoundSpec round : algorithm.rounds()) {
        if (round.hasBroadcast()) {
          ItemDegreesFile.write(work.path().resolve(round.broadcastFile()), counts);
        }
      }
      return TargetUser.parts(algorithm, participants, user(items), work.path());
    }
  }
}
