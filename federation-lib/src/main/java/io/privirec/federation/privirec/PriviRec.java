package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.FactorRounds;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.DegreeRound;
import io.privirec.federation.items.ModelFiles;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramBuilder;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// PriviRec [PR §3] with settled parameters: item degrees, the item Gram matrix P̃ itself, then,
/// where the model has an ideal low-pass part, secure power iterations for it. P̃, S, Λ, V and the
/// model's filter folded from them are published: an exact P̃ shows pairs of items of single users
/// (docs/threat-model.md).
///
/// @param items m, length of the catalogue, ≥ 1
/// @param topN entries kept per row of the folded filter, ≥ 1
/// @param minSupport items that fewer users have leave the session after the first sum, ≥ 1
public record PriviRec(int items, GramModel model, int topN, int minSupport)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = PriviRecParameters.ALGORITHM;

  /// The share of the heap for P̃.
  private static final double SHARE = .8;

  private static final int GRAM_INDEX = 1;

  public PriviRec {
    PriviRecK.requireRanges(items, topN);
    DegreeRound.requireMinSupport(minSupport);
    if (model.factors().isPresent()) {
      PriviRecK.requireRanges(items, model.factors().get());
    }
  }

  /// Over all items, as in the paper.
  public PriviRec(int items, GramModel model, int topN) {
    this(items, model, topN, 1);
  }

  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        minSupport,
        OptionalInt.of(topN),
        OptionalDouble.of(model.alpha()),
        () -> {
          InteractionMatrix train = data.pattern().withSupport(minSupport);
          return model.filter(
              ItemGram.of(train, model.alpha()),
              model.factors().map(iteration -> iteration.central(train, iteration.rank())));
        });
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return List.of(new Selection.Support(minSupport));
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private List<Round> rounds() {
    return rounds(Runtime.getRuntime().maxMemory());
  }

  /// @param heapBytes of this process
  List<Round> rounds(long heapBytes) {
    long mostEntries = (long) (SHARE * heapBytes / ItemGramBuilder.BYTES_PER_ENTRY);
    Optional<FactorRounds> factors = factorRounds();
    GramRound gram = new GramRound(items, model.alpha(), GRAM_INDEX);
    List<Round> rounds = new ArrayList<>();
    rounds.add(
        degreeRound()
            .round(
                Optional.of(gram.spec()),
                degrees -> factors.flatMap(products -> products.tooFew(degrees))));
    rounds.add(
        gram.round(degreeRound(), mostEntries, factors.map(products -> products.firstSpec())));
    factors.ifPresent(products ->
        rounds.addAll(products.rounds(degreeRound(), model.factors().orElseThrow().rank())));
    return List.copyOf(rounds);
  }

  private DegreeRound degreeRound() {
    return new DegreeRound(items, minSupport);
  }

  private Optional<FactorRounds> factorRounds() {
    return model.factors().map(factors -> new FactorRounds(items, factors, GRAM_INDEX + 1, true));
  }

  /// Over text, as in [PriviRecK].
  private Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", items, model.id()));
    lines.addAll(model.parameters());
    if (model.factors().isPresent()) {
      PowerIteration factors = model.factors().get();
      lines.addAll(List.of(factors.rank(), factors.oversampling(), factors.iterations()));
      lines.addAll(List.of(factors.eigenvalues().label(), factors.seed()));
    }
    lines.add(topN);
    lines.addAll(degreeRound().lines());
    return ParameterDigest.of(lines);
  }

  private Disclosure disclosure() {
    return new Disclosure.ExactSums(Optional.of(FactorRounds.ITEM_GRAM), minSupport);
  }

  private Publication publication() {
    return new Publication(
        new Publication.Model(FoldedFilter.KIND, model.id()), this::writeRelease, fileBytes());
  }

  private void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    Publication.Writing.copying(ModelFiles.DEGREES, ModelFiles.GRAM)
        .write(workDirectory, releaseDirectory);
    Optional<SpectralFactors> factors = Optional.empty();
    if (model.factors().isPresent()) {
      Publication.Writing.copying(ModelFiles.FACTORS).write(workDirectory, releaseDirectory);
      factors = Optional.of(FactorsFile.read(workDirectory.resolve(ModelFiles.FACTORS)));
    }
    ItemGram gram = ItemGramFile.read(workDirectory.resolve(ModelFiles.GRAM));
    FilterFolder.fold(
        model.filter(gram, factors), topN, releaseDirectory.resolve(ModelFiles.FILTER));
  }

  /// P̃'s upper half, V and the factors at work and in the release, F in the release.
  private long fileBytes() {
    long gram = Long.BYTES * expectedEntries() / 2 + 4L * items;
    return 2
            * (gram
                + (long) Long.BYTES * items
                + factorRounds().map(FactorRounds::factorBytes).orElse(0L))
        + ModelFiles.filterBytes(items, topN);
  }

  /// P̃, both halves, while the upper one is there, too; not at the same time as a product and its
  /// factors.
  private WorkingSet workingSet() {
    long least = factorRounds().map(FactorRounds::workingSetBytes).orElse(0L);
    return new WorkingSet(
        Math.max(ItemGramBuilder.BYTES_PER_ENTRY * expectedEntries() / 2, least),
        least,
        degreeRound().contributorBytes()
            + factorRounds().map(FactorRounds::contributorBytes).orElse(0L));
  }

  /// Expected entries of both halves of P̃, before the sum is opened: a twentieth of all pairs,
  /// twice as many as on Gowalla.
  private long expectedEntries() {
    return (long) items * items / 20;
  }
}
