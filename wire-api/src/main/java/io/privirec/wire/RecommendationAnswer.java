package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ranked items: higher score first, then lower catalogue index, unless diversity was asked for.
///
/// @param strategy `personalized`, `popular`, or `mixed` when popular items fill up
/// @param ignoredItems items of the history that the catalogue does not have
/// @param nextOffset where to go on; absent when nothing more can be asked for
/// @param experiment the experiment that chose the model; absent where none did
/// @param arm its arm that the subject belongs to
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecommendationAnswer(
    String modelVersion,
    String filterHash,
    String sessionId,
    String strategy,
    long tookMicros,
    List<RankedItem> items,
    List<String> ignoredItems,
    Filtered filtered,
    @Nullable Integer nextOffset,
    @Nullable String experiment,
    @Nullable String arm) {
  public RecommendationAnswer {
    items = List.copyOf(items);
    ignoredItems = List.copyOf(ignoredItems);
  }

  /// The same, as the answer of an arm.
  public RecommendationAnswer ofArm(String experiment, String arm) {
    return new RecommendationAnswer(
        modelVersion,
        filterHash,
        sessionId,
        strategy,
        tookMicros,
        items,
        ignoredItems,
        filtered,
        nextOffset,
        experiment,
        arm);
  }

  /// Hides the items: they say what somebody likes, and some are of a history.
  @Override
  public String toString() {
    return "RecommendationAnswer[modelVersion=%s, strategy=%s, items=%s, ignoredItems=%s]"
        .formatted(modelVersion, strategy, items.size(), ignoredItems.size());
  }

  /// One answer.
  ///
  /// @param rank from 1
  /// @param because contributions of history items, largest first; they sum to the score
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RankedItem(
      String item,
      @Nullable String title,
      int rank,
      float score,
      @Nullable List<Contribution> because) {
    /// Hides the items: they say what somebody likes, and likes for.
    @Override
    public String toString() {
      return "RankedItem[rank=" + rank + ", score=" + score + "]";
    }
  }

  /// How much one history item adds to a score.
  public record Contribution(String item, float contribution) {
    /// Hides the item: it is of somebody's history.
    @Override
    public String toString() {
      return "Contribution[contribution=" + contribution + "]";
    }
  }

  /// How many items were left out, each under the first reason that holds.
  ///
  /// @param seen in the context, or in the history where `excludeSeen` holds
  /// @param excluded named by the request
  /// @param category not of the categories asked for
  /// @param unavailable outside their availability window
  public record Filtered(int seen, int excluded, int category, int unavailable) {
    /// Nothing was left out.
    public static final Filtered NOTHING = new Filtered(0, 0, 0, 0);
  }
}
