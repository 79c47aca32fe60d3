package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.DegreeRound;
import io.privirec.federation.items.ModelFiles;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Item degrees alone: one secure sum, V, is published, and from it the most popular items are
/// served. Every other algorithm on interactions begins with the same round.
///
/// @param items m, length of the catalogue, ≥ 1
/// @param minSupport items that fewer users have count as had by nobody, ≥ 1; 1 with privacy
/// @param privacy of users; empty: the sum is exact
public record ItemDegrees(int items, int minSupport, Optional<SettledPrivacy> privacy)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = ItemDegreesParameters.ALGORITHM;

  public ItemDegrees {
    PriviRecK.require(items >= 1, "items must be at least 1. Provided value: " + items);
    DegreeRound.requireMinSupport(minSupport);
    PriviRecK.require(minSupport == 1 || privacy.isEmpty(), "minSupport does not go with privacy");
  }

  /// An exact sum, of which nothing is left out.
  public ItemDegrees(int items) {
    this(items, 1, Optional.empty());
  }

  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        minSupport,
        OptionalInt.empty(),
        OptionalDouble.empty(),
        () -> new PopularityFilter(data.pattern().withSupport(minSupport).itemDegrees()));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return privacy
        .map(noise -> noise.selections(/* inCounts= */ false))
        .orElse(List.of(new Selection.Support(minSupport)));
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet());
  }

  private List<Round> rounds() {
    return noisyRound()
        .map(noisy ->
            List.of(noisy.round((sum, workDirectory) -> publish(noisy, sum, workDirectory))))
        .orElseGet(() -> List.of(degreeRound().round(Optional.empty(), _ -> Optional.empty())));
  }

  private static PlanStep publish(NoisyDegreeRound round, Aggregate sum, Path workDirectory)
      throws IOException {
    return round.complete(sum, workDirectory).isPresent()
        ? new PlanStep.Publish()
        : NoisyDegreeRound.outOfRange();
  }

  private DegreeRound degreeRound() {
    return new DegreeRound(items, minSupport);
  }

  Optional<NoisyDegreeRound> noisyRound() {
    return privacy.map(settled -> new NoisyDegreeRound(items, settled, settled.terms().rho()));
  }

  private Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", items));
    lines.addAll(degreeRound().lines());
    privacy.ifPresent(settled -> lines.addAll(settled.lines()));
    return ParameterDigest.of(lines);
  }

  private Disclosure disclosure() {
    return privacy.isPresent()
        ? new Disclosure.NoisySums(privacy.get().terms())
        : new Disclosure.ExactSums(Optional.empty(), minSupport);
  }

  /// V, of which every history gets popular items.
  private Publication publication() {
    Publication counts =
        new Publication(
            new Publication.Model(Popularity.KIND, Popularity.KIND),
            Publication.Writing.copying(ModelFiles.DEGREES),
            2L * Long.BYTES * items);
    return privacy.isPresent() ? counts.orPopularItems() : counts;
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        2L * Long.BYTES * items,
        noisyRound()
            .map(NoisyDegreeRound::contributorBytes)
            .orElseGet(() -> degreeRound().contributorBytes()));
  }
}
