package io.privirec.federation.fedpower;

import io.privirec.federation.FileDraft;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The coordinator's side: counts as of `privirec-k`; each sum of products, orthonormalised, is the
/// next broadcast, until it changes little or they have all been; then eigenvalues, and the release
/// that `privirec-k` makes of factors.
final class FedPowerPlan implements Plan {
  private final FedPower algorithm;
  private final Plan frame;

  FedPowerPlan(FedPower algorithm) {
    this.algorithm = algorithm;
    this.frame = algorithm.frame().plan();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = algorithm.rounds().get(index);
    if (index == 0) {
      return afterCounts(frame.complete(0, sum, workDirectory), workDirectory);
    }
    Optional<double[]> read = read(round, sum);
    if (read.isEmpty()) {
      return new PlanStep.Fail(
          "sum-out-of-range",
          "an entry of the sum is larger than %s for each participant"
              .formatted(algorithm.rows().bound(algorithm.items())));
    }
    FedPowerBroadcast before = broadcast(index, workDirectory);
    if (index == algorithm.ritzIndex()) {
      return publish(before, read.get(), workDirectory);
    }
    TallMatrix basis =
        TallMatrix.of(algorithm.items(), algorithm.width(), read.get()).orthonormal();
    boolean last =
        index + 1 == algorithm.ritzIndex()
            || before.basis().distance(basis) <= algorithm.tolerance();
    RoundSpec next = algorithm.rounds().get(last ? algorithm.ritzIndex() : index + 1);
    before.with(basis).write(workDirectory.resolve(next.broadcastFile()));
    return new PlanStep.NextRound(next);
  }

  /// The file that `privirec-k` broadcasts after its first sum is the one before the first product
  /// here, too.
  private PlanStep afterCounts(PlanStep asOfFactors, Path workDirectory) throws IOException {
    if (!(asOfFactors instanceof PlanStep.NextRound)) {
      return asOfFactors;
    }
    FedPowerBroadcast counts = broadcast(FedPower.FIRST, workDirectory);
    Optional<PlanStep.Fail> tooFew = algorithm.tooFew(counts.users(), counts.itemDegrees());
    return tooFew.isPresent()
        ? tooFew.get()
        : new PlanStep.NextRound(algorithm.rounds().get(FedPower.FIRST));
  }

  private FedPowerBroadcast broadcast(int index, Path workDirectory) throws IOException {
    return FedPowerBroadcast.read(
        workDirectory.resolve(algorithm.rounds().get(index).broadcastFile()), algorithm, index);
  }

  private Optional<double[]> read(RoundSpec round, Aggregate sum) throws IOException {
    double[] values = new double[Math.toIntExact(round.vector().length())];
    double most = algorithm.rows().bound(algorithm.items()) * sum.survivors().size();
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            double value = Math.scalb((double) block.getSigned(i), -round.vector().scaleBits());
            inRange[0] &= Math.abs(value) <= most;
            values[Math.toIntExact(offset) + i] = value;
          }
        });
    return inRange[0] ? Optional.of(values) : Optional.empty();
  }

  private PlanStep publish(FedPowerBroadcast last, double[] projected, Path workDirectory)
      throws IOException {
    SpectralFactors factors = algorithm.factors(last.basis(), projected, last.itemDegrees());
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

  /// A sum, its orthonormal basis and the one before in doubles, and what the release takes.
  @Override
  public long workingSetBytes() {
    return 4L * Double.BYTES * algorithm.items() * algorithm.width() + frame.workingSetBytes();
  }
}
