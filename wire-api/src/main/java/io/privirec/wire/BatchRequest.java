package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/// A line of a batch or of a job's requests.
///
/// @param id of your own, repeated by the answer; at most 256 characters
/// @param subject opaque, the same for the same person or session: decides the arm of an experiment
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BatchRequest(
    @Nullable String id, @Nullable String subject, @JsonUnwrapped RecommendationRequest request) {
  /// Answered by the active model.
  public BatchRequest(@Nullable String id, RecommendationRequest request) {
    this(id, null, request);
  }

  /// Hides the history, and id and subject: they may stand for a person.
  @Override
  public String toString() {
    return "BatchRequest[request=" + request + "]";
  }
}
