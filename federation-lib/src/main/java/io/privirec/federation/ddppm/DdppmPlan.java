package io.privirec.federation.ddppm;

import io.privirec.federation.FileDraft;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.fedpower.FedPowerCounts;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// The coordinator's side of [Ddppm]: counts, and then the mean of what everybody has found.
final class DdppmPlan implements Plan {
  /// Most difference of SᵀS from the identity: those of gossip differ a little among participants.
  private static final double ORTHONORMAL_WITHIN = 1e-3;

  private final Ddppm algorithm;
  private final FedPowerCounts counts;
  private final Plan frame;

  DdppmPlan(Ddppm algorithm) {
    this.algorithm = algorithm;
    this.counts = new FedPowerCounts(algorithm.base());
    this.frame = algorithm.base().frame().plan();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    if (index != Ddppm.FACTORS) {
      PlanStep counted = counts.complete(sum, workDirectory);
      return counted instanceof PlanStep.NextRound
          ? new PlanStep.NextRound(algorithm.factors())
          : counted;
    }
    double scale =
        Math.scalb(1.0, -algorithm.factors().vector().scaleBits()) / sum.survivors().size();
    double[] mean =
        Arrays.stream(SumBlocks.integers(algorithm.factors(), sum))
            .mapToDouble(number -> scale * number)
            .toArray();
    int numbers = algorithm.items() * algorithm.rank();
    TallMatrix vectors =
        TallMatrix.of(algorithm.items(), algorithm.rank(), Arrays.copyOf(mean, numbers));
    double[] values = Arrays.copyOfRange(mean, numbers, mean.length);
    if (!vectors.isOrthonormal(ORTHONORMAL_WITHIN)
        || Arrays.stream(values).anyMatch(value -> !(value >= 0 && value <= 1 + 1e-9))) {
      return new PlanStep.Fail(
          "peers-disagree", "what participants have found is not the same, or no singular vectors");
    }
    SpectralFactors factors =
        algorithm.base().factors(new RitzPairs(vectors, values), counts.itemDegrees(workDirectory));
    FileDraft.write(
        workDirectory.resolve(FactorsFile.NAME), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    frame.writeRelease(workDirectory, releaseDirectory);
  }

  @Override
  public Model model() {
    return frame.model();
  }

  @Override
  public long fileBytes() {
    return frame.fileBytes();
  }

  @Override
  public long workingSetBytes() {
    return 3L * Double.BYTES * algorithm.items() * algorithm.rank() + frame.workingSetBytes();
  }
}
