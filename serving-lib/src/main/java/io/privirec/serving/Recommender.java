package io.privirec.serving;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.TopK;
import io.privirec.serving.ReleaseVerificationException.Reason;
import io.privirec.serving.ScoringListener.Phase;
import io.privirec.wire.ItemFilter;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Contribution;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresAnswer.ItemScore;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SimilarItemsRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Answers from one release, whatever the kind of its model: scores are made in the fixed order that
 * makes everybody's the same bits. Thread-safe.
 *
 * <p>Rankings are by score, then by lower catalogue index. Items that the history says nothing
 * about (score 0) are in order of popularity, marked {@code mixed}, or, with {@code fallback=none},
 * in catalogue order; a history without any known item gets popular items, or none.
 */
public final class Recommender implements AutoCloseable {
  private final VerifiedRelease release;
  private final Scorer scorer;
  private final CatalogueIndex catalogue;
  private final long[] degrees;
  private final Popularity popularity;
  private final Accumulators accumulators;
  private final ScoringListener listener;
  private final Likeness likeness;
  private volatile MetadataIndex metadata;

  private Recommender(
      VerifiedRelease release,
      Scorer scorer,
      CatalogueIndex catalogue,
      long[] degrees,
      ScoringListener listener) {
    this.release = release;
    this.scorer = scorer;
    this.catalogue = catalogue;
    this.degrees = degrees;
    this.popularity = Popularity.of(degrees);
    this.listener = listener;
    this.likeness = new Likeness(scorer);
    this.metadata = MetadataIndex.empty(catalogue);
    this.accumulators =
        new Accumulators(2 * Runtime.getRuntime().availableProcessors(), catalogue.size());
  }

  /** Opens a release without a listener. */
  public static Recommender open(VerifiedRelease release)
      throws IOException, ReleaseVerificationException {
    return open(release, ScoringListener.NONE);
  }

  /**
   * Opens a release.
   *
   * @throws ReleaseVerificationException if its files do not fit together
   */
  public static Recommender open(VerifiedRelease release, ScoringListener listener)
      throws IOException, ReleaseVerificationException {
    CatalogueIndex catalogue = CatalogueIndex.read(release.file(ReleaseManifest.CATALOGUE));
    long[] degrees = ItemDegreesFile.read(release.file(ServedFiles.degrees(release.manifest())));
    Scorer scorer = Scorer.open(release);
    int items = release.manifest().catalogue().items();
    if (catalogue.size() != items || degrees.length != items || scorer.items() != items) {
      scorer.close();
      throw new ReleaseVerificationException(
          Reason.INCONSISTENT,
          "items must be %d everywhere. Found: catalogue %d, degrees %d, scores %d"
              .formatted(items, catalogue.size(), degrees.length, scorer.items()));
    }
    return new Recommender(release, scorer, catalogue, degrees, listener);
  }

  public VerifiedRelease release() {
    return release;
  }

  public int items() {
    return catalogue.size();
  }

  /** Whether the catalogue has that item. */
  public boolean knows(String item) {
    return catalogue.indexOf(item) >= 0;
  }

  /** The items for a history where no item has metadata. */
  public RecommendationAnswer recommend(RecommendationRequest request) {
    return recommend(request, Moment.PLAIN);
  }

  /**
   * The items for a history.
   *
   * @throws InvalidRequestException if a value is outside its range
   */
  public RecommendationAnswer recommend(RecommendationRequest request, Moment moment) {
    long start = System.nanoTime();
    Page page = Page.of(request.k(), request.offset());
    History history = History.of(request.history(), request.context(), catalogue);
    MetadataIndex index = index(moment);
    DiverseRanking diversity = DiverseRanking.of(request.diversity(), likeness, index);
    Candidates candidates =
        Candidates.of(
            request, history, catalogue, eligibility(request.filter(), index, moment.now()));
    boolean popularFallback = !"none".equals(request.fallback());
    Ranking ranking;
    if (!history.isEmpty()) {
      ranking =
          switch (scorer) {
            case Scorer.Personal personal ->
                personal(personal, history, candidates, page.end(), popularFallback, diversity);
            case Scorer.OfPopularity _ -> popular(candidates, page.end(), diversity);
          };
    } else if (popularFallback) {
      ranking = popular(candidates, page.end(), diversity);
    } else {
      ranking = Ranking.EMPTY;
    }
    History reasons = Boolean.TRUE.equals(request.explain()) ? history : null;
    return answer(ranking, page, reasons, history.unknown(), candidates.filtered(), start);
  }

  /**
   * What a history says about items; of a model that knows popularity alone, that.
   *
   * @throws InvalidRequestException if a value is outside its range
   */
  public ScoresAnswer scores(ScoresRequest request) {
    long start = System.nanoTime();
    History history = History.of(request.history(), request.context(), catalogue);
    Set<String> asked = new LinkedHashSet<>(request.items());
    List<String> unknown = asked.stream().filter(item -> !knows(item)).toList();
    boolean explain = Boolean.TRUE.equals(request.explain());
    List<ItemScore> answers =
        accumulators.with(scores -> {
          PlainRanking plain = score(history, scores);
          return asked.stream()
              .filter(this::knows)
              .map(id -> {
                int item = catalogue.indexOf(id);
                return new ItemScore(
                    id, plain.score(item), explain ? because(history, item) : null);
              })
              .toList();
        });
    return new ScoresAnswer(
        release.manifest().releaseId(),
        release.filterHash(),
        release.manifest().sessionId(),
        (System.nanoTime() - start) / 1_000,
        answers,
        unknown,
        history.unknown());
  }

  /**
   * The items that some items recommend most, without themselves: by the sum of their rows of the
   * filter, as far as that is positive. None where the model knows popularity alone. Items that the
   * catalogue does not have are ignored.
   *
   * @return empty when it has none of them
   */
  public Optional<RecommendationAnswer> similar(SimilarItemsRequest request, Moment moment) {
    long start = System.nanoTime();
    Page page = Page.of(request.k(), request.offset());
    Set<Integer> known = new TreeSet<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (String id : request.items()) {
      int item = catalogue.indexOf(id);
      if (item < 0) {
        unknown.add(id);
      } else {
        known.add(item);
      }
    }
    if (known.isEmpty()) {
      return Optional.empty();
    }
    History sources = History.of(known);
    Candidates candidates =
        Candidates.without(
            sources.items(), catalogue, eligibility(request.filter(), index(moment), moment.now()));
    Ranking ranking =
        scorer instanceof Scorer.Personal personal
            ? alike(personal, sources, candidates.items(), page.end())
            : Ranking.EMPTY;
    return Optional.of(
        answer(ranking, page, null, List.copyOf(unknown), candidates.filtered(), start));
  }

  /** The items that most users interacted with; the score is that number. */
  public RecommendationAnswer popular(
      @Nullable Integer k, @Nullable Integer offset, @Nullable ItemFilter wanted, Moment moment) {
    long start = System.nanoTime();
    Page page = Page.of(k, offset);
    Candidates candidates =
        Candidates.without(new int[0], catalogue, eligibility(wanted, index(moment), moment.now()));
    Ranking ranking = popular(candidates, page.end(), null);
    return answer(ranking, page, null, List.of(), candidates.filtered(), start);
  }

  /** Describes the model. */
  public ModelView view(boolean active, boolean shadow, Instant loadedAt) {
    ReleaseManifest manifest = release.manifest();
    return new ModelView(
        manifest.releaseId(),
        active,
        shadow,
        scorer.kind(),
        manifest.model(),
        manifest.algorithm(),
        manifest.parameters(),
        manifest.sessionId(),
        release.filterHash(),
        catalogue.size(),
        manifest.cohortSize(),
        manifest.survivors(),
        manifest.privacy(),
        manifest.createdAt(),
        loadedAt);
  }

  /** Scores so many made-up histories, so that the first real one finds warm code and pages. */
  public void warmUp(int requests) {
    if (!(scorer instanceof Scorer.Personal personal)) {
      return;
    }
    int[] popular = popularity.excluding(items(), new int[0]);
    for (int n = 0; n < requests && items() > 0; n++) {
      int length = Math.min(1 + n % 32, items());
      int step = 1 + n;
      int[] history = new int[length];
      for (int i = 0; i < length; i++) {
        history[i] = popular[(int) ((long) i * step % items())];
      }
      int[] sorted = Arrays.stream(history).sorted().distinct().toArray();
      float[] weights = new float[sorted.length];
      Arrays.fill(weights, 1);
      accumulators.with(scores -> {
        personal.score(sorted, weights, scores);
        return TopK.excluding(scores, 20, sorted);
      });
    }
  }

  /** The index of the newest metadata that was asked with; requests may come in any order. */
  private MetadataIndex index(Moment moment) {
    if (moment.metadata().number() > metadata.number()) {
      synchronized (this) {
        metadata = metadata.at(moment.metadata());
      }
    }
    return metadata;
  }

  private static Eligibility eligibility(
      @Nullable ItemFilter filter, MetadataIndex index, Instant now) {
    return filter == null
        ? index.eligibility(null, now)
        : index.eligibility(
            filter.category(), filter.availableAt() == null ? now : filter.availableAt());
  }

  private Ranking personal(
      Scorer.Personal scorer,
      History history,
      Candidates candidates,
      int end,
      boolean fill,
      @Nullable DiverseRanking diversity) {
    return accumulators.with(scores -> {
      long start = System.nanoTime();
      scorer.score(history.items(), history.weights(), scores);
      long gathered = System.nanoTime();
      listener.scored(Phase.GATHER, gathered - start);
      PlainRanking plain =
          fill ? new PlainRanking.FilledUp(scores, popularity) : new PlainRanking.ByScore(scores);
      Ranking ranking = ranked(plain, candidates, end, Ranking.PERSONALIZED, diversity);
      listener.scored(Phase.TOPK, System.nanoTime() - gathered);
      return fill ? ranking.mixedIfSilent() : ranking;
    });
  }

  private PlainRanking score(History history, float[] scores) {
    return switch (scorer) {
      case Scorer.Personal personal -> {
        personal.score(history.items(), history.weights(), scores);
        yield new PlainRanking.ByScore(scores);
      }
      case Scorer.OfPopularity _ -> new PlainRanking.ByPopularity(degrees, popularity);
    };
  }

  private Ranking alike(Scorer.Personal scorer, History sources, BitSet candidates, int end) {
    return accumulators.with(scores -> {
      scorer.score(sources.items(), sources.weights(), scores);
      for (int item = candidates.nextSetBit(0); item >= 0; item = candidates.nextSetBit(item + 1)) {
        candidates.set(item, scores[item] > 0);
      }
      int[] best = TopK.among(scores, end, candidates);
      return new Ranking(
          best, item -> scores[item], Ranking.PERSONALIZED, candidates.cardinality());
    });
  }

  private static Ranking ranked(
      PlainRanking plain,
      Candidates candidates,
      int end,
      String strategy,
      @Nullable DiverseRanking diversity) {
    if (diversity == null) {
      int[] best = plain.best(end, candidates.items());
      return new Ranking(best, plain::score, strategy, candidates.count());
    }
    // One more than is asked for tells whether there is a next page.
    int[] best = diversity.head(end + 1, plain, candidates.items());
    return new Ranking(
        Arrays.copyOf(best, Math.min(best.length, end)), plain::score, strategy, best.length);
  }

  private Ranking popular(Candidates candidates, int end, @Nullable DiverseRanking diversity) {
    return ranked(
        new PlainRanking.ByPopularity(degrees, popularity),
        candidates,
        end,
        Ranking.POPULAR,
        diversity);
  }

  private RecommendationAnswer answer(
      Ranking ranking,
      Page page,
      @Nullable History reasons,
      List<String> ignored,
      Filtered filtered,
      long start) {
    List<RankedItem> items = new ArrayList<>();
    for (int n = page.offset(); n < ranking.length(); n++) {
      int item = ranking.item(n);
      items.add(
          new RankedItem(
              catalogue.id(item),
              catalogue.title(item),
              n + 1,
              ranking.score(n),
              reasons == null ? null : because(reasons, item)));
    }
    return new RecommendationAnswer(
        release.manifest().releaseId(),
        release.filterHash(),
        release.manifest().sessionId(),
        ranking.strategy(),
        (System.nanoTime() - start) / 1_000,
        items,
        ignored,
        filtered,
        page.next(ranking.available()));
  }

  /** What each history item adds; the products are those that the score sums. */
  private List<Contribution> because(History history, int item) {
    List<Contribution> contributions = new ArrayList<>();
    if (scorer instanceof Scorer.Personal personal) {
      float[] parts = personal.contributions(history.items(), history.weights(), item);
      for (int n = 0; n < parts.length; n++) {
        if (parts[n] != 0) {
          contributions.add(new Contribution(catalogue.id(history.items()[n]), parts[n]));
        }
      }
    }
    contributions.sort(Comparator.comparingDouble(Contribution::contribution).reversed());
    return contributions;
  }

  /** Releases what scores. Nobody may be asking any more: see {@link CurrentRecommender}. */
  @Override
  public void close() {
    scorer.close();
  }
}
