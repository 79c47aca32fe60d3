package io.privirec.serving;

import io.privirec.filter.graph.FilterRow;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.TopK;
import io.privirec.serving.ReleaseVerificationException.Reason;
import io.privirec.serving.ScoringListener.Phase;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Contribution;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
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
  private final VerifiedRelease release;
  private final Scorer scorer;
  private final CatalogueIndex catalogue;
  private final long[] degrees;
  private final Popularity popularity;
  private final Accumulators accumulators;
  private final ScoringListener listener;

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

  /**
   * The items for a history.
   *
   * @throws InvalidRequestException if a value is outside its range
   */
  public RecommendationAnswer recommend(RecommendationRequest request) {
    long start = System.nanoTime();
    Page page = Page.of(request.k(), request.offset());
    History history = History.of(request.history(), catalogue);
    Candidates candidates = Candidates.of(request, history, catalogue);
    boolean popularFallback = !"none".equals(request.fallback());
    Ranking ranking;
    if (!history.isEmpty()) {
      ranking =
          switch (scorer) {
            case Scorer.Personal personal ->
                personal(personal, history, candidates, page.end(), popularFallback);
            case Scorer.OfPopularity _ -> popular(candidates, page.end());
          };
    } else if (popularFallback) {
      ranking = popular(candidates, page.end());
    } else {
      ranking = new Ranking(new int[0], new float[0], Ranking.PERSONALIZED, 0);
    }
    History reasons = Boolean.TRUE.equals(request.explain()) ? history : null;
    return answer(ranking, page, reasons, history.unknown(), candidates.filtered(), start);
  }

  /**
   * The items that one item recommends most, without itself: of a filter, its row. None where the
   * model knows popularity alone.
   *
   * @return empty for an unknown item
   */
  public Optional<RecommendationAnswer> similar(
      String item, @Nullable Integer k, @Nullable Integer offset) {
    long start = System.nanoTime();
    Page page = Page.of(k, offset);
    int index = catalogue.indexOf(item);
    if (index < 0) {
      return Optional.empty();
    }
    if (!(scorer instanceof Scorer.Personal personal)) {
      Ranking none = new Ranking(new int[0], new float[0], Ranking.PERSONALIZED, 0);
      return Optional.of(answer(none, page, null, List.of(), new Filtered(0, 0), start));
    }
    FilterRow row = personal.alike(index);
    float[] values = new float[row.length()];
    BitSet alike = new BitSet();
    for (int n = 0; n < values.length; n++) {
      values[n] = row.value(n);
      alike.set(n, values[n] > 0);
    }
    int[] best = TopK.among(values, page.end(), alike);
    int[] items = new int[best.length];
    float[] scores = new float[best.length];
    for (int n = 0; n < best.length; n++) {
      items[n] = row.item(best[n]);
      scores[n] = values[best[n]];
    }
    Ranking ranking = new Ranking(items, scores, Ranking.PERSONALIZED, alike.cardinality());
    return Optional.of(answer(ranking, page, null, List.of(), new Filtered(0, 0), start));
  }

  /** The items that most users interacted with; the score is that number. */
  public RecommendationAnswer popular(@Nullable Integer k, @Nullable Integer offset) {
    long start = System.nanoTime();
    Page page = Page.of(k, offset);
    Ranking ranking = popular(Candidates.all(catalogue), page.end());
    return answer(ranking, page, null, List.of(), new Filtered(0, 0), start);
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

  private Ranking personal(
      Scorer.Personal scorer, History history, Candidates candidates, int end, boolean fill) {
    return accumulators.with(scores -> {
      long start = System.nanoTime();
      scorer.score(history.items(), history.weights(), scores);
      long gathered = System.nanoTime();
      listener.scored(Phase.GATHER, gathered - start);
      int[] best = TopK.among(scores, end, candidates.items());
      boolean filled = fill && fillUp(best, scores, candidates.items());
      String strategy = filled ? Ranking.MIXED : Ranking.PERSONALIZED;
      float[] bestScores = new float[best.length];
      for (int n = 0; n < best.length; n++) {
        bestScores[n] = scores[best[n]];
      }
      listener.scored(Phase.TOPK, System.nanoTime() - gathered);
      return new Ranking(best, bestScores, strategy, candidates.count());
    });
  }

  /**
   * Orders the items of score 0, which the history says nothing about, by popularity. They stay
   * between those it speaks for and those it speaks against.
   *
   * @return whether there are any among the best
   */
  private boolean fillUp(int[] best, float[] scores, BitSet candidates) {
    int from = best.length;
    while (from > 0 && scores[best[from - 1]] <= 0) {
      from--;
    }
    if (from == best.length || scores[best[from]] < 0) {
      return false;
    }
    BitSet silent = new BitSet(scores.length);
    candidates.stream().filter(item -> scores[item] == 0).forEach(silent::set);
    int[] popular = popularity.among(best.length - from, silent);
    System.arraycopy(popular, 0, best, from, popular.length);
    return true;
  }

  private Ranking popular(Candidates candidates, int end) {
    int[] best = popularity.among(end, candidates.items());
    float[] scores = new float[best.length];
    for (int n = 0; n < best.length; n++) {
      scores[n] = degrees[best[n]];
    }
    return new Ranking(best, scores, Ranking.POPULAR, candidates.count());
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
