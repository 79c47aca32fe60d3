package io.privirec.serving;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.serving.ReleaseVerificationException.Reason;
import io.privirec.serving.ScoringListener.Phase;
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
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
  private static final int EXACT_WARM_UP = 50;

  private final VerifiedRelease release;
  private final Scorer scorer;
  private final @Nullable HistoryScorer folded;
  private final @Nullable ExactScores exact;
  private final CatalogueIndex catalogue;
  private final long[] degrees;
  private final Popularity popularity;
  private final RankedAnswers answers;
  private final ItemScores itemScores;
  private final ScoringListener listener;
  private final Likeness likeness;
  private final CurrentMetadata metadata;
  private final Bitmaps bitmaps;
  private final SimilarItems similar;
  private final CatalogueSearch search;

  private Recommender(
      VerifiedRelease release,
      Scorer scorer,
      @Nullable ExactScores exact,
      CatalogueIndex catalogue,
      long[] degrees,
      ScoringListener listener) {
    this.release = release;
    this.scorer = scorer;
    this.folded = scorer instanceof Scorer.Personal personal ? new FoldedScores(personal) : null;
    this.exact = exact;
    this.catalogue = catalogue;
    this.answers = new RankedAnswers(release, catalogue);
    this.itemScores = new ItemScores(release, catalogue, degrees, listener);
    this.degrees = degrees;
    this.popularity = Popularity.of(degrees);
    this.listener = listener;
    this.likeness = new Likeness(scorer);
    this.metadata = new CurrentMetadata(catalogue);
    this.bitmaps = new Bitmaps(catalogue.size());
    this.similar = new SimilarItems(folded, catalogue, metadata, bitmaps, answers);
    this.search = new CatalogueSearch(catalogue, popularity);
  }

  /** Opens a release without a listener. */
  public static Recommender open(VerifiedRelease release)
      throws IOException, ReleaseVerificationException {
    return open(release, ScoringListener.NONE, null);
  }

  /**
   * Opens a release.
   *
   * @param form its factored form, for exact scores; null: it is not kept
   * @throws ReleaseVerificationException if its files do not fit together
   */
  public static Recommender open(
      VerifiedRelease release, ScoringListener listener, @Nullable ExactForm form)
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
    try {
      FactorFilter factored = form == null ? null : release.factored(form).orElse(null);
      ExactScores exact = factored == null ? null : new ExactScores(factored, listener);
      return new Recommender(release, scorer, exact, catalogue, degrees, listener);
    } catch (IOException | ReleaseVerificationException | RuntimeException e) {
      scorer.close();
      throw e;
    }
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

  /** What the catalogue says of an item; empty when it does not have it. */
  public Optional<CatalogueItem> item(String id) {
    int index = catalogue.indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(catalogue.item(index));
  }

  /**
   * Items by the words of their titles (their ids, without one), the most popular first. A word may
   * be a part of one; case and accents do not matter.
   */
  public List<CatalogueItem> find(String words, int limit) {
    return search.find(words, limit).mapToObj(catalogue::item).toList();
  }

  /** Whether it can score in that form. */
  public boolean has(Form form) {
    return form == Form.FOLDED || exact != null;
  }

  /** The items for a history where no item has metadata. */
  public RecommendationAnswer recommend(RecommendationRequest request) {
    return recommend(request, Moment.PLAIN);
  }

  /** The items for a history, by the folded filter. */
  public RecommendationAnswer recommend(RecommendationRequest request, Moment moment) {
    return recommend(request, moment, Form.FOLDED);
  }

  /**
   * The items for a history.
   *
   * @param form what scores; how like items are, for diversity, always is by the folded filter
   * @throws RequestRefusal.InvalidValue if a value is outside its range
   * @throws RequestRefusal.NoExactForm if that form is not here
   * @throws RequestRefusal.ExactQueueFull if too many ask for it
   */
  public RecommendationAnswer recommend(RecommendationRequest request, Moment moment, Form form) {
    long start = System.nanoTime();
    HistoryScorer histories = histories(form);
    Page page = Page.of(request.k(), request.offset());
    History history = History.of(request.history(), request.context(), catalogue);
    boolean explain = Boolean.TRUE.equals(request.explain());
    MetadataIndex index = metadata.at(moment);
    DiverseRanking diversity = DiverseRanking.of(request.diversity(), likeness, index);
    Eligibility eligibility = CurrentMetadata.eligibility(request.filter(), index, moment.now());
    boolean fill = !"none".equals(request.fallback());
    return bitmaps.with(bitmap -> {
      Candidates candidates = Candidates.of(bitmap, request, history, catalogue, eligibility);
      if (explain) {
        Reasons.requireBounded(Math.min(page.end(), candidates.count()) - page.offset(), history);
      }
      Ranking ranking;
      if (histories != null && !history.isEmpty()) {
        ranking = personal(histories, history, candidates, page.end(), fill, diversity);
      } else if (fill || !history.isEmpty()) {
        ranking = popular(candidates, page.end(), diversity);
      } else {
        ranking = Ranking.EMPTY;
      }
      Reasons reasons = explain ? new Reasons(histories, history, catalogue) : null;
      return answers.of(ranking, page, reasons, history.unknown(), candidates.filtered(), start);
    });
  }

  /** What a history says about items, by the folded filter. */
  public ScoresAnswer scores(ScoresRequest request) {
    return scores(request, Form.FOLDED);
  }

  /**
   * What a history says about items; of a model that knows popularity alone, that.
   *
   * @throws RequestRefusal.InvalidValue if a value is outside its range
   * @throws RequestRefusal.NoExactForm if that form is not here
   * @throws RequestRefusal.ExactQueueFull if too many ask for it
   */
  public ScoresAnswer scores(ScoresRequest request, Form form) {
    return itemScores.of(request, histories(form));
  }

  /**
   * The items that some items recommend most, without themselves: by the sum of their rows of the
   * filter, as far as that is positive. None where the model knows popularity alone. Items that the
   * catalogue does not have are ignored.
   *
   * @return empty when it has none of them
   */
  public Optional<RecommendationAnswer> similar(SimilarItemsRequest request, Moment moment) {
    return similar.of(request, moment);
  }

  /** The items that most users interacted with; the score is that number. */
  public RecommendationAnswer popular(
      @Nullable Integer k, @Nullable Integer offset, @Nullable ItemFilter wanted, Moment moment) {
    long start = System.nanoTime();
    Page page = Page.of(k, offset);
    Eligibility eligibility = metadata.eligibility(wanted, moment);
    return bitmaps.with(bitmap -> {
      Candidates candidates = Candidates.without(bitmap, new int[0], catalogue, eligibility);
      Ranking ranking = popular(candidates, page.end(), null);
      return answers.of(ranking, page, null, List.of(), candidates.filtered(), start);
    });
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
        manifest.contributors(),
        manifest.cells(),
        manifest.smallestAtom(),
        manifest.privacy(),
        manifest.createdAt(),
        loadedAt);
  }

  /** Scores so many made-up histories, so that the first real one finds warm code and pages. */
  public void warmUp(int requests) {
    WarmUp warmUp = new WarmUp(popularity, items());
    if (folded != null) {
      warmUp.score(folded, requests);
    }
    if (exact != null) {
      warmUp.score(exact, Math.min(requests, EXACT_WARM_UP));
    }
  }

  /** Null where the model knows popularity alone. */
  private @Nullable HistoryScorer histories(Form form) {
    return switch (form) {
      case FOLDED -> folded;
      case EXACT -> {
        if (exact == null) {
          throw new RequestRefusal.NoExactForm();
        }
        yield exact;
      }
    };
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
          Ranking ranking = ranked(plain, candidates, end, Ranking.PERSONALIZED, diversity);
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

  /** Releases what scores. Nobody may be asking any more: see {@link CurrentRecommender}. */
  @Override
  public void close() {
    if (exact != null) {
      exact.close();
    }
    scorer.close();
  }
}
