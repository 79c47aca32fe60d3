package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.RecommendationAnswer.Contribution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Scores of the items asked for, in the order in which they were first named.
///
/// @param unknownItems items asked for that the catalogue does not have
/// @param ignoredItems items of history and context that the catalogue does not have
public record ScoresAnswer(
    String modelVersion,
    String filterHash,
    String sessionId,
    long tookMicros,
    List<ItemScore> scores,
    List<String> unknownItems,
    List<String> ignoredItems) {
  public ScoresAnswer {
    scores = List.copyOf(scores);
    unknownItems = List.copyOf(unknownItems);
    ignoredItems = List.copyOf(ignoredItems);
  }

  /// Hides the items: they say what somebody likes, and some are of a history.
  @Override
  public String toString() {
    return "ScoresAnswer[modelVersion=%s, scores=%s, unknownItems=%s, ignoredItems=%s]"
        .formatted(modelVersion, scores.size(), unknownItems.size(), ignoredItems.size());
  }

  /// One score.
  ///
  /// @param score what items are ranked by; 0 when the history says nothing about the item
  /// @param rating of models of ratings, where they tell anything of the item: the rating that is
  ///   predicted, within the range of ratings; for a history that says nothing, that of anybody
  /// @param base where there is a `rating`: what the score is counted from, the mean rating with
  ///   the item's bias
  /// @param because contributions of history items, largest first; they sum to the score, or where
  ///   there is a `base`, to what the score is above it
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ItemScore(
      String item,
      float score,
      @Nullable Float rating,
      @Nullable Float base,
      @Nullable List<Contribution> because) {
    /// Hides all but the score: items and ratings say what somebody likes.
    @Override
    public String toString() {
      return "ItemScore[score=" + score + "]";
    }
  }
}
