package io.privirec.federation.privirec;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Quantiser;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.items.DegreeRound;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.federation.items.ModelFiles;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramBuilder;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.graph.PartialItemGram;
import io.privirec.filter.graph.UpperTriangle;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The round that sums the item Gram matrix P̃ itself: its upper triangle, row by row, of which
/// most is 0. Participants normalise with V^-½ before they send, so every entry of every subset sum
/// is in [0, 1] for every α; what P̃ differs from that is put on the sum (docs/adr/0020). Nobody
/// holds the dense triangle: contributions are made block by block, and the sum is read into a
/// sparse matrix.
///
/// @param items m
/// @param alpha of P̃
/// @param index of the round
record GramRound(int items, double alpha, int index) {
  private static final int SCALE_BITS = 30;

  RoundSpec spec() {
    return new RoundSpec.ClosedSum(
        index,
        "item-gram",
        VectorSpec.of(
            "item-gram",
            new UpperTriangle(items).length(),
            new Ring(32),
            SCALE_BITS,
            new Capacity.EverySubsetSum(1)),
        FactorBroadcast.bytes(items, 0),
        items);
  }

  /// The round itself.
  ///
  /// @param counts of the first round
  /// @param mostEntries of the upper triangle, by the heap
  /// @param next empty when this is the last round
  Round round(DegreeRound counts, long mostEntries, Optional<RoundSpec> next) {
    return counts.later(
        spec(),
        (data, degrees, _, _) -> contribution(data, degrees.items()),
        (sum, workDirectory) -> complete(sum, workDirectory, mostEntries, next));
  }

  private PlanStep complete(
      Aggregate sum, Path workDirectory, long mostEntries, Optional<RoundSpec> next)
      throws IOException {
    Degrees degrees = FactorBroadcast.degrees(workDirectory.resolve(spec().broadcastFile()), items);
    Optional<ItemGram> opened;
    try {
      opened = read(sum, degrees.items(), mostEntries);
    } catch (ArithmeticException tooLarge) {
      return new PlanStep.Fail("gram-above-heap", String.valueOf(tooLarge.getMessage()));
    }
    if (opened.isEmpty()) {
      return new PlanStep.Fail("sum-out-of-range", "an entry of the sum lies outside [0, 1]");
    }
    ItemGram gram = opened.get();
    FileDraft.write(workDirectory.resolve(ModelFiles.GRAM), file -> ItemGramFile.write(file, gram));
    if (next.isEmpty()) {
      return new PlanStep.Publish();
    }
    FactorBroadcast.write(workDirectory.resolve(next.get().broadcastFile()), degrees, null);
    return new PlanStep.NextRound(next.get());
  }

  /// @param itemDegrees V over everybody
  Contribution contribution(InteractionMatrix data, long[] itemDegrees) {
    PartialItemGram part = PartialItemGram.of(data, itemDegrees, alpha);
    Quantiser quantiser = Quantiser.of(spec().vector());
    return (long offset, RingVector out) -> {
      float[] entries = new float[out.length()];
      part.upper(offset, entries);
      quantiser.encode(entries, 0, out);
    };
  }

  /// P̃; empty when an entry of the sum is outside [0, 1], or not 0 for an item that nobody has.
  ///
  /// @param itemDegrees V over everybody
  /// @param mostEntries of the upper triangle
  /// @throws ArithmeticException if it has more
  Optional<ItemGram> read(Aggregate sum, long[] itemDegrees, long mostEntries) throws IOException {
    RoundSpec round = spec();
    Quantiser quantiser = Quantiser.of(round.vector());
    ItemGramBuilder gram = new ItemGramBuilder(items, mostEntries);
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) -> {
          float[] entries = new float[block.length()];
          inRange[0] &= quantiser.decode(block, entries, 0, 1);
          for (float entry : entries) {
            inRange[0] &= entry >= 0;
          }
          gram.add(entries, entries.length);
        });
    if (!inRange[0]) {
      return Optional.empty();
    }
    ItemGram sums = gram.build();
    for (int item = 0; item < items; item++) {
      // Nobody has it: only a participant that lies has a pair with it.
      if (itemDegrees[item] == 0 && sums.entries(item) > 0) {
        return Optional.empty();
      }
    }
    return Optional.of(sums.scaled(itemDegrees, alpha - .5));
  }
}
