package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.LocalPower;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rounds of [FedPower]. The first sum has the counts, as in `privirec-k`. Each sum of
/// products, orthonormalised, is the next broadcast, until it changes little or the products are
/// made. The last sum gives eigenvalues.
public final class ProductRounds {
  private final FedPower algorithm;

  public ProductRounds(FedPower algorithm) {
    this.algorithm = algorithm;
  }

  public List<Round> rounds() {
    List<RoundSpec> specs = algorithm.specs();
    List<Round> rounds = new ArrayList<>();
    rounds.add(counts(specs.get(FedPower.FIRST)));
    for (RoundSpec spec : specs.subList(FedPower.FIRST, algorithm.ritzIndex())) {
      rounds.add(
          round(
              spec,
              this::product,
              (sum, workDirectory) -> afterProduct(specs, spec, sum, workDirectory)));
    }
    RoundSpec ritz = specs.getLast();
    rounds.add(
        round(ritz, this::projected, (sum, workDirectory) -> publish(ritz, sum, workDirectory)));
    return rounds;
  }

  /// The first round. The file that `privirec-k` broadcasts after it is also the broadcast of the
  /// first product here.
  ///
  /// @param next round
  public Round counts(RoundSpec next) {
    Round ofFactors = algorithm.frame().algorithm().rounds().getFirst();
    return ofFactors.withCompletion((sum, workDirectory) -> {
      PlanStep step = ofFactors.complete(sum, workDirectory);
      if (!(step instanceof PlanStep.NextRound)) {
        return step;
      }
      FedPowerBroadcast counts = broadcast(algorithm.specs().get(FedPower.FIRST), workDirectory);
      return algorithm
          .tooFew(counts.users(), counts.itemDegrees())
          .<PlanStep>map(fail -> fail)
          .orElseGet(() -> new PlanStep.NextRound(next));
    });
  }

  /// A participant's part of a sum.
  @FunctionalInterface
  private interface Part {
    TallMatrix of(RoundInput input, FedPowerBroadcast broadcast);
  }

  private Round round(RoundSpec spec, Part part, Round.Completion completion) {
    return new Round(
            spec,
            input ->
                encoded(
                    part.of(input, broadcast(input)).data(),
                    Math.scalb(1.0, spec.vector().scaleBits())),
            completion)
        .repeating(this::constants);
  }

  /// V of the items that are in the session, once the first sum is in.
  public long[] itemDegrees(Path workDirectory) throws IOException {
    return broadcast(algorithm.specs().get(FedPower.FIRST), workDirectory).itemDegrees();
  }

  /// The numbers that every broadcast must repeat.
  public Digest constants(Path broadcast) throws IOException {
    return algorithm.frame().constants(broadcast);
  }

  private TallMatrix projected(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix basis = broadcast.basis();
    TallMatrix part =
        TallMatrix.of(
            algorithm.width(),
            algorithm.width(),
            basis.cross(rows(input, broadcast).gramTimes(basis)));
    algorithm.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's product after its local steps, divided.
  public TallMatrix product(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix part =
        new LocalPower(rows(input, broadcast), algorithm.localSteps()).from(broadcast.basis());
    algorithm.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's rows of the items that are in the session.
  public NodeRows rows(RoundInput input, FedPowerBroadcast broadcast) {
    RatingMatrix data = input.dataOver(algorithm.items());
    Optional<PlanStep.Fail> tooFew = algorithm.tooFew(broadcast.users(), broadcast.itemDegrees());
    if (tooFew.isPresent()) {
      throw new ContributionRefusedException(tooFew.get().detail());
    }
    return algorithm.rows().of(data, broadcast.itemDegrees());
  }

  public FedPowerBroadcast broadcast(RoundInput input) throws IOException {
    return input
        .fromBroadcast(file ->
            FedPowerBroadcast.read(file, algorithm, algorithm.startsFromSeed(input.round())))
        .checked(algorithm.frame().minSupport());
  }

  /// Rounded half to even. With an honest broadcast a value is within the round's bound. Another is
  /// the largest there is, and not refused: a refusal would tell of this participant's data alone.
  private static Contribution encoded(double[] values, double scale) {
    return (long offset, RingVector out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setReduced(i, (long) Math.rint(values[Math.toIntExact(offset + i)] * scale));
      }
    };
  }

  private PlanStep afterProduct(
      List<RoundSpec> specs, RoundSpec spec, Aggregate sum, Path workDirectory) throws IOException {
    Optional<double[]> read = read(spec, sum);
    if (read.isEmpty()) {
      return outOfRange();
    }
    FedPowerBroadcast before = broadcast(spec, workDirectory);
    TallMatrix basis =
        TallMatrix.of(algorithm.items(), algorithm.width(), read.get()).orthonormal();
    boolean last = before.basis().distance(basis) <= algorithm.tolerance();
    RoundSpec next = last ? specs.getLast() : specs.get(spec.index() + 1);
    before.with(basis).write(workDirectory.resolve(next.broadcastFile()));
    return new PlanStep.NextRound(next);
  }

  private PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range",
        "an entry of the sum is larger than %s for each participant"
            .formatted(algorithm.rows().bound(algorithm.items())));
  }

  private FedPowerBroadcast broadcast(RoundSpec spec, Path workDirectory) throws IOException {
    return FedPowerBroadcast.read(
        workDirectory.resolve(spec.broadcastFile()), algorithm, algorithm.startsFromSeed(spec));
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

  private PlanStep publish(RoundSpec spec, Aggregate sum, Path workDirectory) throws IOException {
    Optional<double[]> projected = read(spec, sum);
    if (projected.isEmpty()) {
      return outOfRange();
    }
    FedPowerBroadcast last = broadcast(spec, workDirectory);
    SpectralFactors factors = algorithm.factors(last.basis(), projected.get(), last.itemDegrees());
    FileDraft.write(
        workDirectory.resolve(FactorsFile.NAME), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }
}
