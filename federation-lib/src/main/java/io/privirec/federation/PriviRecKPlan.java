package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.GfCf;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.filter.spectral.TallQr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The coordinator's side of PriviRec-k: item degrees → broadcast V; each Y_ℓ → X_ℓ T_ℓ = qr(Y_ℓ) →
/// broadcast X_ℓ; after the last, S = X_L and Λ = |diag T_L| → GF-CF → folded filter F
/// (docs/algorithms.md).
final class PriviRecKPlan implements Plan {
  /// Elements decoded at a time: 1 MiB of a 32-bit ring.
  private static final int BLOCK = 1 << 18;

  /// ‖P̃‖₂ ≤ 1 and X orthonormal: no entry of Y is larger (docs/algorithms.md).
  private static final double PRODUCT_BOUND = 1;

  private static final String FACTORS = "factors.safetensors";
  private static final String FILTER = "filter.safetensors";

  private final PriviRecK algorithm;

  PriviRecKPlan(PriviRecK algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = algorithm.rounds().get(index);
    return index == 0
        ? broadcastDegrees(round, sum, workDirectory)
        : broadcastBasis(round, sum, workDirectory);
  }

  private PlanStep broadcastDegrees(RoundSpec round, Aggregate sum, Path workDirectory)
      throws IOException {
    long[] sums = new long[algorithm.items() + 1];
    forEachBlock(
        round,
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            sums[offset + i] = block.getSigned(i);
          }
        });
    long users = sums[algorithm.items()];
    long[] degrees = java.util.Arrays.copyOf(sums, algorithm.items());
    for (long degree : degrees) {
      if (degree < 0 || degree > users) {
        return new PlanStep.Fail(
            "sum-out-of-range",
            "an item degree lies outside [0, " + users + "], the number of users");
      }
    }
    if (algorithm.k() > users) {
      return new PlanStep.Fail(
          "rank-above-users",
          "k = " + algorithm.k() + " exceeds the cohort's " + users + " users with interactions");
    }
    RoundSpec next = algorithm.rounds().get(1);
    PriviRecKBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees, null);
    return new PlanStep.NextRound(next);
  }

  private PlanStep broadcastBasis(RoundSpec round, Aggregate sum, Path workDirectory)
      throws IOException {
    DenseMatrix product = DenseMatrix.zeros(algorithm.items(), algorithm.k());
    Quantiser quantiser = Quantiser.of(round.vector());
    boolean[] inRange = {true};
    forEachBlock(
        round,
        sum,
        (offset, block) ->
            inRange[0] &= quantiser.decode(block, product.data(), offset, PRODUCT_BOUND));
    if (!inRange[0]) {
      return new PlanStep.Fail("sum-out-of-range", "an entry of the sum lies outside [-1, 1]");
    }
    TallQr.Factors qr = TallQr.factorise(product);
    long[] degrees =
        PriviRecKBroadcast.itemDegrees(
            workDirectory.resolve(round.broadcastFile()), algorithm.items());
    if (round.index() < algorithm.iterations()) {
      RoundSpec next = algorithm.rounds().get(round.index() + 1);
      PriviRecKBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees, qr.q());
      return new PlanStep.NextRound(next);
    }
    writeFactors(
        workDirectory.resolve(FACTORS),
        new SpectralFactors(
            qr.q(),
            PowerIteration.absoluteDiagonal(qr.t(), algorithm.k()),
            degrees,
            algorithm.idealRank()));
    return new PlanStep.Publish();
  }

  private static void writeFactors(Path file, SpectralFactors factors) throws IOException {
    FileDraft draft = FileDraft.of(file);
    FactorsFile.write(draft.path(), factors);
    draft.finish();
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    Path factors = workDirectory.resolve(FACTORS);
    Files.copy(factors, releaseDirectory.resolve(FACTORS), StandardCopyOption.REPLACE_EXISTING);
    FilterFolder.fold(
        GfCf.of(FactorsFile.read(factors), algorithm.gamma()),
        algorithm.topN(),
        releaseDirectory.resolve(FILTER));
  }

  /// Y and its orthonormal basis in float32, with two Gram matrices in double.
  @Override
  public long workingSetBytes() {
    long basis = 4L * algorithm.items() * algorithm.k();
    return 3 * basis + 4L * Double.BYTES * algorithm.k() * algorithm.k();
  }

  private static void forEachBlock(RoundSpec round, Aggregate sum, BlockReader reader)
      throws IOException {
    long length = round.vector().length();
    if (sum.length() != length) {
      throw new IllegalArgumentException(
          "sum of round " + round.name() + " has " + sum.length() + " elements, not " + length);
    }
    for (long offset = 0; offset < length; offset += BLOCK) {
      RingVector block =
          RingVector.zero(round.vector().ring(), (int) Math.min(BLOCK, length - offset));
      sum.read(offset, block);
      reader.accept(Math.toIntExact(offset), block);
    }
  }

  private interface BlockReader {
    void accept(int offset, RingVector block);
  }
}
