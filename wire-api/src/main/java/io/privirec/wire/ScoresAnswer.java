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
    return "ScoresAnswer[modelVersion=%s, scores=%d, unknownItems=%d, ignoredItems=%d]"
        .formatted(modelVersion, scores.size(), unknownItems.size(), ignoredItems.size());
  }

  /// One score.
  ///
  /// @param score 0 when the history says nothing about the item
  /// @param because contributions of history items, largest first; they sum to the score, of models
  ///   of ratings to what it is above its base, the mean rating and the item's bias where it has
  ///   one
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ItemScore(String item, float score, @Nullable List<Contribution> because) {
    /// Hides the items: they say what somebody likes, and likes for.
    @Override
    public String toString() {
      return "ItemScore[score=" + score + "]";
    }
  }
}
