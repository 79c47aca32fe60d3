package io.privirec.federation.factors;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
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
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.TallProducts;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.filter.spectral.TallQr;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rounds of a power iteration: L secure products Y = R̃ᵀ(R̃ X), and for Ritz pairs one more
/// sum, Xᵀ P̃ X (docs/algorithms.md).
///
/// Every round's broadcast holds V, and from the second product on X. X orthonormal and ‖R̃‖₂ ≤ 1
/// keep every subset sum of both kinds in [−1, 1].
public final class FactorRounds {
  /// What P̃ opens. The figure is of the public Gowalla data (docs/threat-model.md).
  public static final Disclosure.OpenedPairs ITEM_GRAM =
      new Disclosure.OpenedPairs(
          "The sums tell the exact item Gram matrix: for every pair of items, how much the users who"
              + " have both of them weigh together.",
          "The sums tell the exact item Gram matrix: a number for every pair of items that somebody"
              + " has both of. Most such numbers are of one user only (78 % in the public Gowalla"
              + " data): pairs of items of single users can be read from the sums and from this"
              + " release. A participant takes part in such a session only when somebody has"
              + " approved it.");

  /// One in so many equations may be told of what nobody was asked for.
  private static final long PART_TOLD_UNASKED = 2;

  /// 2^30 in a 32-bit ring cannot overflow: every subset sum lies in [−1, 1].
  private static final int SCALE_BITS = 30;

  /// ‖P̃‖₂ ≤ 1 and X orthonormal: no entry of a sum is larger.
  private static final double SUM_BOUND = 1;

  /// X orthonormal means |entry| ≤ 1; float32 rounding of the QR may exceed it by this much.
  private static final float BASIS_BOUND = 1 + 0x1p-10f;

  /// Largest difference of XᵀX from the identity. A QR in float32 stays within 2⁻¹⁸ of it at 2,000
  /// columns of 41,000 rows; a basis that is off by this much still keeps the bound of the sums.
  private static final double ORTHONORMAL_WITHIN = 0x1p-10;

  /// Numbers in floats that stand between the product and the ring: a quarter of a megabyte stays
  /// in the cache and is no large object to the collector, as all floats of a chunk would be.
  private static final int ELEMENTS_AT_ONCE = 1 << 16;

  private final int items;
  private final PowerIteration iteration;
  private final int first;
  private final boolean everyoneIsAsked;

  /// The start basis is the same for every participant of a session and costs seconds to expand;
  /// softly held, so that it is shared while memory allows and rebuilt, to the same bits, when not.
  private SoftReference<DenseMatrix> startBasis = new SoftReference<>(null);

  /// The basis of the broadcast that was read last, as all participants of a process have it.
  private SoftReference<PublishedBasis> publishedBasis = new SoftReference<>(null);

  /// The last broadcast whose basis was found good.
  private @Nullable Path checked;

  /// @param file of the broadcast
  private record PublishedBasis(Path file, DenseMatrix basis) {}

  /// @param items m
  /// @param first index of the first product's round
  /// @param everyoneIsAsked whether participants know that the session opens item pairs
  public FactorRounds(int items, PowerIteration iteration, int first, boolean everyoneIsAsked) {
    this.items = items;
    this.iteration = iteration;
    this.first = first;
    this.everyoneIsAsked = everyoneIsAsked;
  }

  /// Whether these sums tell so much of P̃ that everybody is asked before.
  ///
  /// @param unknowns items or users
  public static boolean tellItemPairs(PowerIteration iteration, long unknowns) {
    return tellItemPairs(productsTold(iteration), iteration.width(), unknowns);
  }

  /// Whether sums of products P X open so much of P that a session asks every holder first. L
  /// products of p columns give L p equations for each row of P. The rank of P is at most the
  /// number of items and of users. With as many equations the sums open all of P. With slightly
  /// fewer an attacker reads the histories nearly as well. With half as many a plain decoder read
  /// no history of a dense data set, but still read sparse histories. The limit is therefore no
  /// bound (docs/threat-model.md).
  ///
  /// @param products L
  /// @param columns p
  /// @param unknowns items or users
  public static boolean tellItemPairs(int products, int columns, long unknowns) {
    return PART_TOLD_UNASKED * products * columns >= unknowns;
  }

  /// XᵀP̃X of one more basis, which Ritz pairs need, counts as one: P̃ is symmetric, and with the
  /// products before it that is P̃ on the span of all bases.
  private static int productsTold(PowerIteration iteration) {
    return iteration.iterations() + (iteration.eigenvalues() == Eigenvalues.RITZ ? 1 : 0);
  }

  /// Why these sums are not to be taken over so few users or items, if so. Rows of P̃ of items that
  /// left the session are 0, so that those that are kept bound its rank.
  public Optional<PlanStep.Fail> tooFew(Degrees degrees) {
    long users = degrees.users();
    long kept = degrees.kept();
    if (iteration.width() > users) {
      return Optional.of(
          new PlanStep.Fail(
              "rank-above-users",
              "k with oversampling is %s and exceeds the cohort's %s users with interactions"
                  .formatted(iteration.width(), users)));
    }
    if (iteration.width() > kept) {
      return Optional.of(
          new PlanStep.Fail(
              "too-few-items",
              "k with oversampling is %s, and only %s items have enough users to stay in the session"
                  .formatted(iteration.width(), kept)));
    }
    if (!everyoneIsAsked && tellItemPairs(iteration, Math.min(users, kept))) {
      return Optional.of(
          new PlanStep.Fail(
              "products-tell-item-pairs",
              "%s products of %s columns tell too much of the item Gram matrix of %s users and %s items, and no holder was asked to open that: use a smaller k or fewer iterations"
                  .formatted(productsTold(iteration), iteration.width(), users, kept)));
    }
    return Optional.empty();
  }

  /// A product of the iteration.
  ///
  /// @param startsFromSeed whether the basis is the public start basis, not a broadcast
  private record Product(RoundSpec spec, boolean startsFromSeed) {}

  /// The step after the product of a round.
  @FunctionalInterface
  private interface Conclusion {
    PlanStep of(TallQr.Factors product, Degrees degrees, Path workDirectory) throws IOException;
  }

  private List<Product> products() {
    int width = iteration.width();
    return IntStream.range(0, iteration.iterations())
        .mapToObj(n ->
            new Product(
                new RoundSpec.ClosedSum(
                    first + n,
                    "power-iteration-" + (n + 1),
                    vector("gram-product", (long) items * width),
                    FactorBroadcast.bytes(items, n == 0 ? 0 : width),
                    width),
                n == 0))
        .toList();
  }

  /// The last round where Ritz pairs are wanted.
  private Optional<RoundSpec> ritz() {
    int width = iteration.width();
    return iteration.eigenvalues() == Eigenvalues.RITZ
        ? Optional.of(
            new RoundSpec.ClosedSum(
                first + iteration.iterations(),
                "ritz-matrix",
                vector("ritz-matrix", (long) width * width),
                FactorBroadcast.bytes(items, width),
                width))
        : Optional.empty();
  }

  /// The sum of the first round.
  public RoundSpec firstSpec() {
    return products().getFirst().spec();
  }

  /// The rounds themselves.
  ///
  /// @param counts of the session's first round
  /// @param idealRank see [SpectralFactors]
  public List<Round> rounds(DegreeRound counts, int idealRank) {
    List<Product> products = products();
    Optional<RoundSpec> ritz = ritz();
    List<RoundSpec> specs =
        Stream.concat(products.stream().map(Product::spec), ritz.stream()).toList();
    List<Round> rounds = new ArrayList<>();
    for (Product product : products) {
      Conclusion conclusion =
          product.spec().equals(specs.getLast())
              ? (qr, degrees, work) -> conclude(products, qr, degrees, work, idealRank)
              : broadcasting(specs.get(rounds.size() + 1));
      rounds.add(product(counts, product, conclusion));
    }
    ritz.ifPresent(spec -> rounds.add(ritz(counts, spec, idealRank)));
    return List.copyOf(rounds);
  }

  private Round product(DegreeRound counts, Product product, Conclusion conclusion) {
    RoundSpec spec = product.spec();
    return counts.later(
        spec,
        (data, degrees, file, tensors) -> {
          NormalisedInteractions normalised = normalised(data, degrees);
          DenseMatrix basis =
              product.startsFromSeed()
                  ? startBasis()
                  : publishedBasis(file, tensors, degrees.items());
          return share(spec, normalised, normalised.project(basis));
        },
        (sum, workDirectory) -> {
          Optional<float[]> opened = read(spec, sum);
          if (opened.isEmpty()) {
            return outOfRange();
          }
          Degrees degrees =
              FactorBroadcast.degrees(workDirectory.resolve(spec.broadcastFile()), items);
          DenseMatrix summed = DenseMatrix.of(items, iteration.width(), opened.get());
          return conclusion.of(TallQr.factorise(summed), degrees, workDirectory);
        });
  }

  /// One more sum, XᵀP̃X of the last basis.
  private Round ritz(DegreeRound counts, RoundSpec spec, int idealRank) {
    return counts.later(
        spec,
        (data, degrees, file, tensors) -> {
          NormalisedInteractions normalised = normalised(data, degrees);
          DenseMatrix basis = publishedBasis(file, tensors, degrees.items());
          return ritzMatrix(spec, normalised.project(basis));
        },
        (sum, workDirectory) -> {
          Optional<float[]> opened = read(spec, sum);
          if (opened.isEmpty()) {
            return outOfRange();
          }
          Path own = workDirectory.resolve(spec.broadcastFile());
          SpectralFactors factors =
              iteration.concludeRitz(
                  FactorBroadcast.basis(own, items, iteration.width()),
                  inDoubles(opened.get()),
                  FactorBroadcast.degrees(own, items).items(),
                  idealRank);
          return publish(factors, workDirectory);
        });
  }

  private static Conclusion broadcasting(RoundSpec next) {
    return (product, degrees, workDirectory) -> {
      FactorBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees, product.q());
      return new PlanStep.NextRound(next);
    };
  }

  private PlanStep conclude(
      List<Product> products,
      TallQr.Factors last,
      Degrees degrees,
      Path workDirectory,
      int idealRank)
      throws IOException {
    // The basis of the last product, and earlier bases where eigenvalues need them.
    List<DenseMatrix> bases = new ArrayList<>();
    for (Product product :
        products.subList(products.size() - iteration.basesNeeded(), products.size())) {
      bases.add(
          product.startsFromSeed()
              ? startBasis()
              : FactorBroadcast.basis(
                  workDirectory.resolve(product.spec().broadcastFile()), items, iteration.width()));
    }
    return publish(iteration.conclude(bases, last, degrees.items(), idealRank), workDirectory);
  }

  private static VectorSpec vector(String name, long length) {
    return VectorSpec.of(name, length, new Ring(32), SCALE_BITS, new Capacity.EverySubsetSum(1));
  }

  /// A participant's data, of degrees that a session can go on with.
  private NormalisedInteractions normalised(InteractionMatrix data, Degrees degrees) {
    Optional<PlanStep.Fail> tooFew = tooFew(degrees);
    if (tooFew.isPresent()) {
      throw new ContributionRefusedException(tooFew.get().detail());
    }
    return NormalisedInteractions.of(data, degrees.items());
  }

  /// Z = R̃ X is held ([users × p]); rows of R̃ᵀZ are made as they are asked for.
  private Contribution share(
      RoundSpec round, NormalisedInteractions normalised, DenseMatrix projected) {
    Quantiser quantiser = Quantiser.of(round.vector());
    int width = iteration.width();
    int itemsAtOnce = Math.max(1, ELEMENTS_AT_ONCE / width);
    return (long offset, RingVector out) -> {
      long end = offset + out.length();
      int endItem = (int) ((end + width - 1) / width);
      float[] rows = new float[itemsAtOnce * width];
      for (int item = (int) (offset / width); item < endItem; item += itemsAtOnce) {
        int nextItem = Math.min(endItem, item + itemsAtOnce);
        normalised.backProject(projected, item, nextItem, rows);
        long firstRow = (long) item * width;
        long from = Math.max(offset, firstRow);
        int count = (int) (Math.min(end, (long) nextItem * width) - from);
        quantiser.encode(rows, (int) (from - firstRow), out, (int) (from - offset), count);
      }
    };
  }

  /// ZᵀZ: this participant's part of Xᵀ P̃ X.
  private static Contribution ritzMatrix(RoundSpec round, DenseMatrix projected) {
    double[] gram = TallProducts.gram(projected);
    float[] rounded = new float[gram.length];
    for (int n = 0; n < gram.length; n++) {
      rounded[n] = (float) gram[n];
    }
    Quantiser quantiser = Quantiser.of(round.vector());
    return (long offset, RingVector out) -> quantiser.encode(rounded, Math.toIntExact(offset), out);
  }

  private synchronized DenseMatrix startBasis() {
    DenseMatrix basis = startBasis.get();
    if (basis == null) {
      basis = iteration.start(items);
      startBasis = new SoftReference<>(basis);
    }
    return basis;
  }

  private synchronized DenseMatrix publishedBasis(
      Path file, SafetensorsReader broadcast, long[] itemDegrees) throws IOException {
    PublishedBasis known = publishedBasis.get();
    if (known == null || !known.file().equals(file)) {
      known = new PublishedBasis(file, FactorBroadcast.basis(broadcast, items, iteration.width()));
      if (!file.equals(checked)) {
        requireBasis(known.basis(), itemDegrees);
        checked = file;
      }
      publishedBasis = new SoftReference<>(known);
    }
    return known.basis();
  }

  /// Orthonormal columns, and nothing where nobody has the item: what a QR of an honest sum gives,
  /// and what keeps every sum in [−1, 1].
  private static void requireBasis(DenseMatrix basis, long[] itemDegrees) {
    float[] entries = basis.data();
    int width = basis.columns();
    for (int n = 0; n < entries.length; n++) {
      if (!(Math.abs(entries[n]) <= BASIS_BOUND)) {
        throw new ContributionRefusedException("the broadcast basis has an entry outside [-1, 1]");
      }
      if (entries[n] != 0 && itemDegrees[n / width] == 0) {
        throw new ContributionRefusedException(
            "the broadcast basis is not zero for an item that nobody has");
      }
    }
    double[] gram = TallProducts.gram(basis);
    for (int row = 0; row < width; row++) {
      for (int column = 0; column < width; column++) {
        double due = row == column ? 1 : 0;
        if (!(Math.abs(gram[row * width + column] - due) <= ORTHONORMAL_WITHIN)) {
          throw new ContributionRefusedException(
              "the columns of the broadcast basis are not orthonormal");
        }
      }
    }
  }

  private static PlanStep.Fail outOfRange() {
    return new PlanStep.Fail("sum-out-of-range", "an entry of the sum lies outside [-1, 1]");
  }

  private static PlanStep publish(SpectralFactors factors, Path workDirectory) throws IOException {
    FileDraft.write(
        workDirectory.resolve(ModelFiles.FACTORS), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }

  private static double[] inDoubles(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(n -> values[n]).toArray();
  }

  private static Optional<float[]> read(RoundSpec round, Aggregate sum) throws IOException {
    float[] values = new float[Math.toIntExact(round.vector().length())];
    Quantiser quantiser = Quantiser.of(round.vector());
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) ->
            inRange[0] &= quantiser.decode(block, values, Math.toIntExact(offset), SUM_BOUND));
    return inRange[0] ? Optional.of(values) : Optional.empty();
  }

  /// Three bases in float32: one that is decoded from a broadcast beside the one before, and the
  /// first.
  public long contributorBytes() {
    return 3L * Float.BYTES * items * iteration.width();
  }

  /// Of [ModelFiles#FACTORS].
  public long factorBytes() {
    return FactorRelease.factorBytes(items, iteration.rank());
  }

  /// Y, its orthonormal basis and the one before in float32, with four p × p matrices in double; of
  /// all bases side by side where all are needed.
  public long workingSetBytes() {
    long width = (long) iteration.basesNeeded() * iteration.width();
    // A joint basis that is nearly dependent is made orthogonal in doubles, beside its parts.
    long copies = iteration.basesNeeded() > 1 ? 6 : 4;
    return copies * Float.BYTES * items * width + 4L * Double.BYTES * width * width;
  }
}
