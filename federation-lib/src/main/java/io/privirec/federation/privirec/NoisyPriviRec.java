package io.privirec.federation.privirec;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.NoisyFilter;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.noise.EffectiveItems;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.graph.GramForm;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.privacy.NoiseShares;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// PriviRec with privacy of users: noisy counts of items, then the noisy matrix G over the M most
/// popular ones (docs/adr/0039). Everything after these two sums, which the budget is divided
/// between, is computed from them alone.
///
/// @param items m, length of the catalogue
/// @param popular M, in [2, m]: the most, if the size is by counts
/// @param size how the noisy counts choose fewer items; empty: M items
/// @param profile p: at most so many of a user's items among those count in G, at least 2
/// @param form how the filter comes from G
/// @param topN entries kept per row of the folded filter, ≥ 1
public record NoisyPriviRec(
    int items,
    SettledPrivacy privacy,
    int popular,
    Optional<EffectiveItems> size,
    int profile,
    GramForm form,
    int topN)
    implements NoisyFilter {
  /// Name of the model in the API and in releases.
  public static final String MODEL = PriviRecParameters.PopularGram.TYPE;

  /// Of sessions whose settled parameters state no rank by the spectrum.
  static final GramForm.Rank EARLIER_RANK = new GramForm.BySpectrum(100);

  /// Of the budget. Counts choose items, and with a small ε they need more of it to choose well.
  private static final double PART_OF_COUNTS = .12;

  private static final double PART_OF_COUNTS_SMALL_EPSILON = .25;

  /// If nobody colludes and nobody is lost, whoever takes part.
  private static final NoiseShares LEAST_NOISE = new NoiseShares(3, 0, 0);

  /// In standard deviations of the noise.
  private static final double FAR = 2;

  private static final int TYPICAL_PROFILE = 10;

  /// With an epsilon of 1 it takes sixty.
  private static final int MANY_USERS = 100;

  public NoisyPriviRec {
    PriviRecK.requireRanges(items, topN);
    gramRound(items, popular, profile, privacy);
  }

  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(1, topN, () -> NoisyFilter.linear(data.pattern(), popular));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return Optional.empty();
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    int[] chosen = chosen(counts, privacy.terms().shares(participants));
    return Stream.concat(
            privacy.selections(/* inCounts= */ true).stream(),
            Stream.of(
                size.isPresent()
                    ? new Selection.Items(
                        "model.size", PriviRecParameters.PopularGram.BY_COUNTS, chosen)
                    : new Selection.Items("model.items", Integer.toString(popular), chosen),
                new Selection.Sample("model.profile", profile, /* inCounts= */ false)))
        .toList();
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(PriviRec.ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .warning(warnings());
  }

  private List<Round> rounds() {
    NoisyDegreeRound counts = degreeRound();
    NoisyGramRound gram = gramRound();
    return List.of(
        counts.round(
            (sum, workDirectory) -> counts.next(sum, workDirectory, gram.spec(), this::broadcast)),
        new Round(
            gram.spec(),
            input -> {
              InteractionMatrix data = input.dataOver(items).pattern();
              return gram.contribution(
                  data, input.fromBroadcast(counts::counts), input.noise().orElseThrow().choices());
            },
            model()::complete));
  }

  NoisyDegreeRound degreeRound() {
    return new NoisyDegreeRound(items, privacy, counts(privacy) * privacy.terms().rho());
  }

  /// The counts' part of the budget.
  private static double counts(SettledPrivacy privacy) {
    return privacy.terms().target().epsilon() < SettledPrivacy.SMALL_EPSILON
        ? PART_OF_COUNTS_SMALL_EPSILON
        : PART_OF_COUNTS;
  }

  NoisyGramRound gramRound() {
    return gramRound(items, popular, profile, privacy);
  }

  private static NoisyGramRound gramRound(
      int items, int popular, int profile, SettledPrivacy privacy) {
    return new NoisyGramRound(
        items, popular, profile, privacy, (1 - counts(privacy)) * privacy.terms().rho());
  }

  /// Returns the counts that the coordinator broadcasts: those of the items of G, and 0 for other
  /// items. So all sides choose the same items.
  ///
  /// @param counts noisy, of all items
  /// @param deviation of the noise in a count
  public long[] broadcast(long[] counts, double deviation) {
    return size.map(by -> by.largest(counts, deviation)).orElse(counts);
  }

  @Override
  public int[] chosen(long[] counts, NoiseShares shares) {
    return gramRound().chosen(broadcast(counts, degreeRound().deviation(shares)));
  }

  @Override
  public double deviation(NoiseShares shares) {
    NoisyGramRound round = gramRound();
    return round.spec().noise().orElseThrow().mechanism(shares).deviation(shares.participants())
        / round.scale();
  }

  /// Whether pairs will stand out, nobody can say before the sums are opened: here is how many
  /// users it takes.
  private List<String> warnings() {
    double deviation = deviation(LEAST_NOISE);
    long users = Math.round(FAR * deviation * TYPICAL_PROFILE);
    return users > MANY_USERS
        ? List.of(
            String.format(
                Locale.ROOT,
                "With epsilon %s the noise in each pair of items has a standard deviation of at least"
                    + " %.3g: a pair stands out if some %d users with %d popular items each have both."
                    + " Popular items may be recommended as well.",
                privacy.terms().target().epsilon(),
                deviation,
                users,
                TYPICAL_PROFILE))
        : List.of();
  }

  private Digest digest() {
    List<Object> lines =
        new ArrayList<>(List.of(PriviRec.ID + "/v2", items, MODEL, popular, profile));
    size.ifPresentOrElse(
        by ->
            lines.addAll(
                List.of("by-counts", Double.doubleToRawLongBits(by.part()), by.least(), by.most())),
        () -> lines.add("fixed"));
    lines.addAll(lines(form));
    lines.addAll(privacy.lines());
    lines.add(topN);
    return ParameterDigest.of(lines);
  }

  private static List<Object> lines(GramForm form) {
    return switch (form) {
      case GramForm.GfCf(double gamma, var rank) ->
          List.of("gf-cf", Double.doubleToRawLongBits(gamma), line(rank));
      case GramForm.Projector(var rank) -> List.of("projector", line(rank));
      case GramForm.Turbo() -> List.of("turbo-cf");
      case GramForm.Sharpened(double gamma, var rank) ->
          List.of("bspm", Double.doubleToRawLongBits(gamma), line(rank));
      case GramForm.Threshold(double threshold, double exponent, double popularity) ->
          List.of(
              "threshold",
              Double.doubleToRawLongBits(threshold),
              Double.doubleToRawLongBits(exponent),
              Double.doubleToRawLongBits(popularity));
    };
  }

  /// Digests of earlier sessions have 0 for a rank by the spectrum.
  private static Object line(GramForm.Rank rank) {
    return switch (rank) {
      case GramForm.Fixed(int stated) -> stated;
      case GramForm.BySpectrum by when by.equals(EARLIER_RANK) -> 0;
      case GramForm.BySpectrum(int itemsPerRank) -> "one for %s items".formatted(itemsPerRank);
    };
  }

  private Disclosure disclosure() {
    return new Disclosure.NoisySums(privacy.terms());
  }

  NoisyGramModel model() {
    return new NoisyGramModel(degreeRound(), gramRound(), form, topN);
  }

  private Publication publication() {
    return model().publication();
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        model().workingSetBytes(),
        degreeRound().contributorBytes() + gramRound().contributorBytes());
  }
}
