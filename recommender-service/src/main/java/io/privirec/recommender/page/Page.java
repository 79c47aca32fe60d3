package io.privirec.recommender.page;

import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ShownClaim;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Contribution;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// All that the page shows, of one model.
///
/// @param words what was looked for
/// @param chosen the history
/// @param found items with these words, without the chosen ones
/// @param recommended for the history; popular items without one
/// @param answer what they are made of
/// @param privacy the kind of the model's release, and its ε if the claim holds now
record Page(
    String words,
    List<Entry> chosen,
    List<Entry> found,
    List<Recommended> recommended,
    RecommendationAnswer answer,
    String privacy) {
  private static final int FOUND = 12;
  private static final int RECOMMENDED = 10;
  private static final int REASONS = 3;

  /// An item as it is shown.
  record Entry(String id, String title) {
    static Entry of(CatalogueItem item) {
      return new Entry(item.id(), item.title() == null ? item.id() : item.title());
    }

    /// Hides the item: it may be of the history.
    @Override
    public String toString() {
      return "Entry";
    }
  }

  /// A recommended item.
  ///
  /// @param why the largest contributions to its score, as "title (12 %)"
  record Recommended(Entry item, List<String> why) {
    /// Hides the item, and the history that it is recommended for.
    @Override
    public String toString() {
      return "Recommended";
    }
  }

  static Page of(Form form, Recommender recommender, RequestContext context, ShownClaim shown) {
    List<Entry> chosen =
        form.chosen().stream()
            .map(recommender::item)
            .flatMap(Optional::stream)
            .map(Entry::of)
            .toList();
    Set<String> ids = new TreeSet<>(chosen.stream().map(Entry::id).toList());
    List<Entry> found =
        recommender.find(form.words(), FOUND + ids.size()).stream()
            .filter(item -> !ids.contains(item.id()))
            .limit(FOUND)
            .map(Entry::of)
            .toList();
    RecommendationAnswer answer =
        recommender.recommend(
            new RecommendationRequest(
                chosen.stream().map(entry -> new HistoryItem(entry.id(), null)).toList(),
                RECOMMENDED,
                null,
                null,
                null,
                null,
                true,
                null,
                null,
                null,
                null),
            context);
    List<Recommended> recommended =
        answer.items().stream()
            .map(item ->
                new Recommended(
                    new Entry(item.item(), item.title() == null ? item.item() : item.title()),
                    why(item, recommender)))
            .toList();
    return new Page(form.words(), chosen, found, recommended, answer, inWords(shown));
  }

  private static String inWords(ShownClaim shown) {
    String unit = shown.claim().map(claim -> ", for each " + claim.unit()).orElse("");
    return shown.protection().label() + ": " + shown.status() + unit + ".";
  }

  private static List<String> why(RankedItem item, Recommender recommender) {
    List<Contribution> because = item.because() == null ? List.of() : item.because();
    return because.stream()
        .filter(part -> part.contribution() > 0 && item.score() > 0)
        .limit(REASONS)
        .map(part ->
            "%s (%s %%)"
                .formatted(
                    recommender.item(part.item()).map(Entry::of).map(Entry::title).orElse("?"),
                    Math.round(100 * part.contribution() / item.score())))
        .toList();
  }

  /// Hides the history.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "Page[%d chosen, of %s]", chosen.size(), answer.modelVersion());
  }
}
