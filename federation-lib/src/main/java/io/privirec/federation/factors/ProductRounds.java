package io.privirec.federation.factors;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
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
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sums of [FedPowerTerms]. The first sum has the counts, as in `privirec-k`. Each sum of
/// products, orthonormalised, is the next broadcast, until it changes little or the products are
/// made. The last sum gives eigenvalues.
public final class ProductRounds {
  /// Index of the first product's round.
  public static final int FIRST = 1;

  private static final Ring RING = Ring.BITS_64;

  /// Sums of more participants than a session can have fit.
  private static final int PARTICIPANT_BITS = 14;

  private static final int MOST_SCALE_BITS = 40;

  private final FedPowerTerms terms;

  public ProductRounds(FedPowerTerms terms) {
    this.terms = terms;
  }

  /// All rounds of `fedpower`, in order.
  public List<Round> rounds() {
    List<Product> products = new ArrayList<>();
    for (int sync = 1; sync <= terms.syncs(); sync++) {
      products.add(product(sync));
    }
    RoundSpec ritz =
        sum(
            FIRST + terms.syncs(),
            "ritz-matrix",
            "ritz-matrix",
            (long) terms.width() * terms.width(),
            terms.width());
    List<Round> rounds = new ArrayList<>();
    rounds.add(counts(products.getFirst().spec()));
    for (int n = 0; n < products.size(); n++) {
      Product product = products.get(n);
      RoundSpec next = n + 1 < products.size() ? products.get(n + 1).spec() : ritz;
      rounds.add(
          round(
              product.spec(),
              input -> part(input, broadcast(input, product.startsFromSeed())),
              (sum, workDirectory) -> afterProduct(product, next, ritz, sum, workDirectory)));
    }
    rounds.add(
        round(
            ritz,
            input -> projected(input, broadcast(input, /* startsFromSeed= */ false)),
            (sum, workDirectory) -> publish(ritz, sum, workDirectory)));
    return rounds;
  }

  /// A sum of products.
  ///
  /// @param startsFromSeed whether everybody draws the basis before it from the public seed; else
  ///   it is broadcast
  private record Product(RoundSpec spec, boolean startsFromSeed) {}

  private Product product(int sync) {
    return new Product(
        sum(
            FIRST + sync - 1,
            "federated-power-" + sync,
            "gram-product",
            (long) terms.items() * terms.width(),
            sync == 1 ? 0 : terms.width()),
        sync == 1);
  }

  private RoundSpec sum(int index, String name, String vector, long length, int columns) {
    return new RoundSpec.ClosedSum(
        index,
        name,
        VectorSpec.of(vector, length, RING, scaleBits(), new Capacity.PerParticipant(bound())),
        FedPowerBroadcast.bytes(terms.items(), columns),
        terms.width());
  }

  private int scaleBits() {
    return Math.min(
        MOST_SCALE_BITS, RING.bits() - 2 - PARTICIPANT_BITS - Math.getExponent(bound()) - 1);
  }

  /// Of a number of one participant.
  private double bound() {
    return terms.rows().bound(terms.items());
  }

  /// Bytes of the broadcast after the first sum.
  public long countsBytes() {
    return FedPowerBroadcast.bytes(terms.items(), 0);
  }

  /// The first round. The file that `privirec-k` broadcasts after it is also the broadcast of the
  /// first product here.
  ///
  /// @param next round
  public Round counts(RoundSpec next) {
    Round ofFactors = terms.frame().algorithm().rounds().getFirst();
    return ofFactors.withCompletion((sum, workDirectory) -> {
      PlanStep step = ofFactors.complete(sum, workDirectory);
      if (!(step instanceof PlanStep.NextRound)) {
        return step;
      }
      FedPowerBroadcast counts = counts(next, workDirectory);
      return terms
          .tooFew(counts.users(), counts.itemDegrees())
          .<PlanStep>map(fail -> fail)
          .orElseGet(() -> new PlanStep.NextRound(next));
    });
  }

  /// A participant's part of a sum.
  @FunctionalInterface
  private interface Part {
    TallMatrix of(RoundInput input) throws IOException;
  }

  private Round round(RoundSpec spec, Part part, Round.Completion completion) {
    return new Round(
            spec,
            input -> encoded(part.of(input).data(), Math.scalb(1.0, spec.vector().scaleBits())),
            completion)
        .repeating(this::constants);
  }

  /// V of the items that are in the session, once the first sum is in.
  ///
  /// @param next round
  public long[] itemDegrees(RoundSpec next, Path workDirectory) throws IOException {
    return counts(next, workDirectory).itemDegrees();
  }

  private FedPowerBroadcast counts(RoundSpec next, Path workDirectory) throws IOException {
    return broadcast(next, /* startsFromSeed= */ true, workDirectory);
  }

  /// The numbers that every broadcast must repeat.
  public Digest constants(Path broadcast) throws IOException {
    return terms.frame().constants(broadcast);
  }

  private TallMatrix projected(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix basis = broadcast.basis();
    TallMatrix part =
        TallMatrix.of(
            terms.width(), terms.width(), basis.cross(rows(input, broadcast).gramTimes(basis)));
    terms.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's product after its local steps, divided.
  public TallMatrix part(RoundInput input, FedPowerBroadcast broadcast) {
    TallMatrix part =
        new LocalPower(rows(input, broadcast), terms.localSteps()).from(broadcast.basis());
    terms.rows().divide(part, broadcast.users());
    return part;
  }

  /// A participant's rows of the items that are in the session.
  public NodeRows rows(RoundInput input, FedPowerBroadcast broadcast) {
    RatingMatrix data = input.dataOver(terms.items());
    Optional<PlanStep.Fail> tooFew = terms.tooFew(broadcast.users(), broadcast.itemDegrees());
    if (tooFew.isPresent()) {
      throw new ContributionRefusedException(tooFew.get().detail());
    }
    return terms.rows().of(data, broadcast.itemDegrees());
  }

  /// What a participant reads before a sum, checked.
  ///
  /// @param startsFromSeed whether the basis follows from the public seed
  public FedPowerBroadcast broadcast(RoundInput input, boolean startsFromSeed) throws IOException {
    return input
        .fromBroadcast(file -> FedPowerBroadcast.read(file, terms, startsFromSeed))
        .checked(terms.frame().minSupport());
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

  /// @param ritz round of the eigenvalues
  private PlanStep afterProduct(
      Product product, RoundSpec next, RoundSpec ritz, Aggregate sum, Path workDirectory)
      throws IOException {
    Optional<double[]> read = read(product.spec(), sum);
    if (read.isEmpty()) {
      return outOfRange();
    }
    FedPowerBroadcast before = broadcast(product.spec(), product.startsFromSeed(), workDirectory);
    TallMatrix basis = TallMatrix.of(terms.items(), terms.width(), read.get()).orthonormal();
    boolean last = before.basis().distance(basis) <= terms.tolerance();
    RoundSpec then = last ? ritz : next;
    before.with(basis).write(workDirectory.resolve(then.broadcastFile()));
    return new PlanStep.NextRound(then);
  }

  private PlanStep.Fail outOfRange() {
    return new PlanStep.Fail(
        "sum-out-of-range",
        "an entry of the sum is larger than %s for each participant".formatted(bound()));
  }

  private FedPowerBroadcast broadcast(RoundSpec spec, boolean startsFromSeed, Path workDirectory)
      throws IOException {
    return FedPowerBroadcast.read(
        workDirectory.resolve(spec.broadcastFile()), terms, startsFromSeed);
  }

  private Optional<double[]> read(RoundSpec round, Aggregate sum) throws IOException {
    double[] values = new double[Math.toIntExact(round.vector().length())];
    double most = bound() * sum.survivors().size();
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
    FedPowerBroadcast last = broadcast(spec, /* startsFromSeed= */ false, workDirectory);
    SpectralFactors factors = terms.factors(last.basis(), projected.get(), last.itemDegrees());
    FileDraft.write(
        workDirectory.resolve(FactorsFile.NAME), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }
}
