package io.privirec.client.recommendations.web;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.client.recommendations.HomeRecommendations;
import io.privirec.wire.RecommendationAnswer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Recommendations")
class RecommendationController {
  private final HostedParticipants participants;
  private final HomeRecommendations recommendations;

  RecommendationController(HostedParticipants participants, HomeRecommendations recommendations) {
    this.participants = participants;
    this.recommendations = recommendations;
  }

  @GetMapping("/v1/users/{id}/recommendations")
  @Operation(
      operationId = "recommendForUser",
      summary = "Recommendations for one of the holder's users, computed here",
      description =
          "From the user's stored history and the newest verified release; the history goes nowhere.")
  RecommendationAnswer forUser(
      @Parameter(description = "user id as imported, URL-encoded") @PathVariable String id,
      @Parameter(
              schema =
                  @Schema(type = "integer", minimum = "1", maximum = "500", defaultValue = "20"))
          @RequestParam(required = false)
          @Nullable Integer k,
      @Parameter(
              schema =
                  @Schema(type = "integer", minimum = "0", maximum = "999", defaultValue = "0"))
          @RequestParam(required = false)
          @Nullable Integer offset,
      @Parameter(description = "needed when several hosted participants have a user of this id")
          @RequestParam(required = false)
          @Nullable String participant,
      @Parameter(description = "add the contributions that sum to each score")
          @RequestParam(defaultValue = "false")
          boolean explain) {
    return recommendations.forUser(
        id,
        Optional.ofNullable(participant).map(name -> participants.require(name).id()),
        k,
        offset,
        explain);
  }
}
