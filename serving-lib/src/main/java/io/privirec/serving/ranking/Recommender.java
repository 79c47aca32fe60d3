package io.privirec.serving.ranking;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.catalogue.CatalogueSearch;
import io.privirec.serving.metadata.CurrentMetadata;
import io.privirec.serving.metadata.Eligibility;
import io.privirec.serving.metadata.MetadataIndex;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.serving.release.ShownClaim;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.serving.scoring.History;
import io.privirec.serving.scoring.HistoryScorer;
import io.privirec.serving.scoring.ReleasedModel;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.scoring.ScoringListener;
import io.privirec.serving.scoring.ScoringListener.Phase;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ItemFilter;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SimilarItemsRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Answers from one release, whatever the kind of its model: scores are made in the fixed order
/// that makes everybody's the same bits. Thread-safe.
///
/// Rankings are by score, then by lower catalogue index. Items that the history says nothing about
/// (score 0) are in order of popularity, marked `mixed`, or, with `fallback=none`, in catalogue
/// order; a history without any known item gets popular items, or none.
public final class Recommender implements AutoCloseable {
  private static final int EXACT_WARM_UP = 50;

  private final VerifiedRelease release;
  private final ReleasedModel model;
  private final CatalogueIndex catalogue;
  private final long[] degrees;
  private final Popularity popularity;
  private final RankedAnswers answers;
  private final ItemScores itemScores;
  private final ScoringListener listener;
  private final ItemSimilarity similarity;
  private final CurrentMetadata metadata;
  private final Bitmaps bitmaps;
  private final SimilarItems similar;
  private final CatalogueSearch search;

  private Recommender(
      VerifiedRelease release,
      ReleasedModel model,
      CatalogueIndex catalogue,
      long[] degrees,
      ScoringListener listener) {
    this.release = release;
    this.model = model;
    this.catalogue = catalogue;
    this.answers = new RankedAnswers(release, catalogue);
    this.itemScores = new ItemScores(release, catalogue, degrees, listener);
    this.degrees = degrees;
    this.popularity = Popularity.of(degrees);
    this.listener = listener;
    this.similarity = new ItemSimilarity(model);
    this.metadata = new CurrentMetadata(catalogue);
    this.bitmaps = new Bitmaps(catalogue.size());
    this.similar = new SimilarItems(model.alike(), catalogue, metadata, bitmaps, answers);
    this.search = new CatalogueSearch(catalogue, popularity);
  }

  /// Opens a release without a listener.
  public static Recommender open(VerifiedRelease release)
      throws IOException, ReleaseVerificationException {
    return open(release, ScoringListener.NONE);
  }

  /// Opens a release, with exact scores if it was verified with them and has them.
  ///
  /// @throws ReleaseVerificationException if its files do not fit together
  /// @throws io.privirec.serving.release.NoMemoryException if the process has too little memory
  public static Recommender open(VerifiedRelease release, ScoringListener listener)
      throws IOException, ReleaseVerificationException {
    release.requireMemory();
    CatalogueIndex catalogue = catalogue(release.file(ReleaseManifest.CATALOGUE));
    long[] degrees = ItemDegreesFile.read(release.degrees());
    ReleasedModel model = release.open(listener);
    try {
      int items = release.manifest().catalogue().items();
      if (catalogue.size() != items || degrees.length != items || model.items() != items) {
        throw new ReleaseVerificationException(
            Reason.INCONSISTENT,
            "items must be %s everywhere. Found: catalogue %s, degrees %s, scores %s"
                .formatted(items, catalogue.size(), degrees.length, model.items()));
      }
      return new Recommender(release, model, catalogue, degrees, listener);
    } catch (ReleaseVerificationException | RuntimeException e) {
      model.close();
      throw e;
    }
  }

  private static CatalogueIndex catalogue(Path file)
      throws IOException, ReleaseVerificationException {
    try {
      return CatalogueIndex.read(file);
    } catch (IllegalArgumentException e) {
      throw new ReleaseVerificationException(
          Reason.INCONSISTENT, String.valueOf(e.getMessage()), e);
    }
  }

  public VerifiedRelease release() {
    return release;
  }

  public int items() {
    return catalogue.size();
  }

  /// Whether the catalogue has that item.
  public boolean knows(String item) {
    return catalogue.indexOf(item) >= 0;
  }

  /// What the catalogue says of an item; empty when it does not have it.
  public Optional<CatalogueItem> item(String id) {
    int index = catalogue.indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(catalogue.item(index));
  }

  /// Items by the words of their titles (their ids, without one), the most popular first. A word
  /// may be a part of one; case and accents do not matter.
  public List<CatalogueItem> find(String words, int limit) {
    return search.find(words, limit).mapToObj(catalogue::item).toList();
  }

  /// Whether it can score in that mode.
  public boolean has(ScoreMode mode) {
    return model.has(mode);
  }

  /// The items for a history where no item has metadata.
  public RecommendationAnswer recommend(RecommendationRequest request) {
    return recommend(request, RequestContext.PLAIN);
  }

  /// The items for a history, by the folded filter.
  public RecommendationAnswer recommend(RecommendationRequest request, RequestContext context) {
    return recommend(request, context, ScoreMode.FOLDED);
  }

  /// The items for a history.
  ///
  /// @param mode what scores; how like items are, for diversity, always is by the folded filter
  /// @throws io.privirec.serving.scoring.RequestRefusal.InvalidValue if a value is outside its
  ///   range
  /// @throws io.privirec.serving.scoring.RequestRefusal.NoExactForm if the model does not score in
  ///   that mode
  /// @throws io.privirec.serving.scoring.RequestRefusal.ExactQueueFull if too many ask for it
  public RecommendationAnswer recommend(
      RecommendationRequest request, RequestContext context, ScoreMode mode) {
    long start = System.nanoTime();
    HistoryScorer histories = model.histories(mode);
    PageRange page = PageRange.of(request.k(), request.offset());
    History history = History.of(request.history(), request.context(), catalogue);
    boolean explain = Boolean.TRUE.equals(request.explain());
    MetadataIndex index = metadata.at(context);
    DiverseRanking diversity = DiverseRanking.of(request.diversity(), similarity, index);
    Eligibility eligibility = CurrentMetadata.eligibility(request.filter(), index, context.now());
    boolean fill = !"none".equals(request.fallback());
    return bitmaps.with(bitmap -> {
      Candidates candidates = Candidates.of(bitmap, request, history, catalogue, eligibility);
      if (explain) {
        Explanations.requireBounded(
            Math.min(page.end(), candidates.count()) - page.offset(), history);
      }
      Ranking ranking;
      if (histories != null && !history.isEmpty()) {
        ranking = personal(histories, history, candidates, page.end(), fill, diversity);
      } else if (fill || !history.isEmpty()) {
        ranking = popular(candidates, page.end(), diversity);
      } else {
        ranking = Ranking.EMPTY;
      }
      Explanations reasons = explain ? Explanations.of(histories, history, catalogue) : null;
      return answers.of(ranking, page, reasons, history.unknown(), candidates.filtered(), start);
    });
  }

  /// What a history says about items, by the folded filter.
  public ScoresAnswer scores(ScoresRequest request) {
    return scores(request, ScoreMode.FOLDED);
  }

  /// What a history says about items; of a model that knows popularity alone, that.
  ///
  /// @throws io.privirec.serving.scoring.RequestRefusal.InvalidValue if a value is outside its
  ///   range
  /// @throws io.privirec.serving.scoring.RequestRefusal.NoExactForm if the model does not score in
  ///   that mode
  /// @throws io.privirec.serving.scoring.RequestRefusal.ExactQueueFull if too many ask for it
  public ScoresAnswer scores(ScoresRequest request, ScoreMode mode) {
    return itemScores.of(request, model.histories(mode));
  }

  /// The items that some items recommend most, without themselves: by the sum of their rows of the
  /// filter, as far as that is positive. None where the model knows popularity alone. Items that
  /// the catalogue does not have are ignored.
  ///
  /// @return empty when it has none of them
  public Optional<RecommendationAnswer> similar(
      SimilarItemsRequest request, RequestContext context) {
    return similar.of(request, context);
  }

  /// The items that most users interacted with; the score is that number.
  public RecommendationAnswer popular(
      @Nullable Integer k,
      @Nullable Integer offset,
      @Nullable ItemFilter wanted,
      RequestContext context) {
    long start = System.nanoTime();
    PageRange page = PageRange.of(k, offset);
    Eligibility eligibility = metadata.eligibility(wanted, context);
    return bitmaps.with(bitmap -> {
      Candidates candidates = Candidates.without(bitmap, new int[0], catalogue, eligibility);
      Ranking ranking = popular(candidates, page.end(), null);
      return answers.of(ranking, page, null, List.of(), candidates.filtered(), start);
    });
  }

  /// Describes the model.
  ///
  /// @param shown the release's claim as it stands now
  public ModelView view(
      boolean active, boolean shadow, @Nullable Instant loadedAt, ShownClaim shown) {
    ReleaseManifest manifest = release.manifest();
    return new ModelView(
        manifest.releaseId(),
        active,
        shadow,
        manifest.model().kind(),
        manifest.model().name(),
        manifest.algorithm(),
        parameters(manifest, shown),
        manifest.sessionId(),
        release.filterHash(),
        catalogue.size(),
        manifest.contributors(),
        manifest.cells(),
        manifest.smallestAtom(),
        manifest.privacy(),
        shown.protection(),
        shown.claim().orElse(null),
        shown.status(),
        manifest.createdAt(),
        loadedAt);
  }

  /// The parameters state the ε that was asked for.
  private static Map<String, @Nullable Object> parameters(
      ReleaseManifest manifest, ShownClaim shown) {
    Map<String, @Nullable Object> parameters = new LinkedHashMap<>(manifest.parameters());
    if (shown.claim().isEmpty()) {
      parameters.remove("privacy");
    }
    return parameters;
  }

  /// Scores so many made-up histories, so that the first real one finds warm code and pages.
  public void warmUp(int requests) {
    WarmUp warmUp = new WarmUp(popularity, items());
    HistoryScorer folded = model.histories(ScoreMode.FOLDED);
    if (folded != null) {
      warmUp.score(folded, requests);
    }
    HistoryScorer exact = model.has(ScoreMode.EXACT) ? model.histories(ScoreMode.EXACT) : null;
    if (exact != null) {
      warmUp.score(exact, Math.min(requests, EXACT_WARM_UP));
    }
  }

  private Ranking personal(
      HistoryScorer histories,
      History history,
      Candidates candidates,
      int end,
      boolean fill,
      @Nullable DiverseRanking diversity) {
    return histories.score(
        history,
        listener,
        scores -> {
          long scored = System.nanoTime();
          PlainRanking plain =
              fill
                  ? new PlainRanking.FilledUp(scores, popularity)
                  : new PlainRanking.ByScore(scores);
          Ranking ranking =
              ranked(
                  plain.endingWith(model.unscored(), popularity),
                  candidates,
                  end,
                  Ranking.PERSONALIZED,
                  diversity);
          listener.scored(Phase.TOPK, System.nanoTime() - scored);
          return fill ? ranking.mixedIfSilent() : ranking;
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

  /// Releases what scores. Nobody may be asking any more: see [CurrentRecommender].
  @Override
  public void close() {
    model.close();
  }
}
