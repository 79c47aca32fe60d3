package io.privirec.federation.privirec;

import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.items.ModelFiles;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.filter.graph.DenoisedGramFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.GramForm;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PopularGramFilter;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What becomes of noisy G: a threshold or its spectrum, and the folded filter F
/// (docs/algorithms.md). After the sums there is no data in it.
///
/// @param counts the round before
/// @param gram the round of G
/// @param topN entries kept per row of the folded filter
record NoisyGramModel(NoisyDegreeRound counts, NoisyGramRound gram, GramForm form, int topN) {
  /// The strict upper triangle of G in the order of popularity, F32, and σ, F64; only at work.
  private static final String SUMMED = "noisy-gram.safetensors";

  private static final String UPPER = "upper";
  private static final String DEVIATION = "deviation";

  /// In standard deviations of the noise.
  private static final double FAR = 2;

  /// P̂, V V^T, the filter, and a matrix between them.
  private static final long MATRICES = 4;

  /// Returns the items of G.
  private int[] chosen(Path workDirectory) throws IOException {
    Path broadcast = workDirectory.resolve(gram.spec().broadcastFile());
    return gram.chosen(counts.counts(broadcast));
  }

  /// Takes in the sum.
  PlanStep complete(Aggregate sum, Path workDirectory) throws IOException {
    Optional<float[]> summed = gram.read(sum);
    if (summed.isEmpty()) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than what the ring is made for");
    }
    int items = chosen(workDirectory).length;
    float[] upper = Arrays.copyOf(summed.get(), items * (items - 1) / 2);
    double deviation = gram.deviation(sum);
    Optional<PlanStep.Fail> useless = useless(upper, deviation);
    if (useless.isPresent()) {
      return useless.get();
    }
    if (!(form instanceof GramForm.Threshold)
        && !DenoisedGramFilter.isPossible(items, upper, deviation)) {
      return gram.privacy()
          .noiseAboveSignal("no pair of %s items stands out of the noise".formatted(items));
    }
    FileDraft.write(
        workDirectory.resolve(SUMMED),
        draft -> {
          List<TensorSpec> tensors =
              List.of(
                  TensorSpec.of(UPPER, TensorType.F32, upper.length),
                  TensorSpec.of(DEVIATION, TensorType.F64, 1));
          try (SafetensorsWriter writer = SafetensorsWriter.create(draft, tensors, Map.of())) {
            writer.writeF32(UPPER, upper);
            writer.writeF64(DEVIATION, deviation);
          }
        });
    return new PlanStep.Publish();
  }

  /// Rejects a sum whose entries add up to noise. Noise has the mean 0, and G has a larger mean.
  /// Popular items are better than a model of noise.
  private Optional<PlanStep.Fail> useless(float[] upper, double deviation) {
    double sum = 0;
    for (float entry : upper) {
      sum += entry;
    }
    double ofNoise = deviation * Math.sqrt(upper.length);
    return sum > FAR * ofNoise
        ? Optional.empty()
        : Optional.of(
            gram.privacy()
                .noiseAboveSignal(
                    String.format(
                        Locale.ROOT,
                        "all pairs of items add up to %.4g, and the sum of their noise has a standard deviation of %.4g",
                        sum,
                        ofNoise)));
  }

  Publication publication() {
    return new Publication(
            new Publication.Model(FoldedFilter.KIND, PriviRecParameters.PopularGram.TYPE),
            this::write,
            fileBytes())
        .orPopularItems();
  }

  private void write(Path workDirectory, Path releaseDirectory) throws IOException {
    Publication.Writing.copying(ModelFiles.DEGREES).write(workDirectory, releaseDirectory);
    FilterFolder.fold(filter(workDirectory), topN, releaseDirectory.resolve(ModelFiles.FILTER));
  }

  ItemFilter filter(Path workDirectory) throws IOException {
    try (SafetensorsReader reader = SafetensorsReader.open(workDirectory.resolve(SUMMED))) {
      int[] chosen = chosen(workDirectory);
      float[] upper = reader.f32(UPPER, -1);
      double deviation = reader.f64(DEVIATION, 1)[0];
      return form instanceof GramForm.Threshold threshold
          ? new PopularGramFilter(
              ItemDegreesFile.read(workDirectory.resolve(ModelFiles.DEGREES)),
              chosen,
              upper,
              deviation,
              threshold)
          : DenoisedGramFilter.of(gram.items(), chosen, upper, deviation, form);
    }
  }

  private long triangle() {
    return gram.spec().vector().length();
  }

  /// G at work, V there and in the release, F in the release.
  private long fileBytes() {
    return Float.BYTES * triangle()
        + 2L * Long.BYTES * gram.items()
        + ModelFiles.filterBytes(gram.items(), topN);
  }

  /// G, and as many matrices as its spectrum and a form need at a time.
  long workingSetBytes() {
    long square = (long) gram.popular() * gram.popular();
    return Float.BYTES * (triangle() + MATRICES * square);
  }
}
