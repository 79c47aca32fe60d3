package io.privirec.client.recommendations;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.Problems;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.wire.ModelView;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.UserRecommendationRequest;
import io.privirec.wire.UserScoresRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Recommendations and scores for one of the holder's users.
@RestController
@Problems({
  ProblemType.UNKNOWN_USER,
  ProblemType.AMBIGUOUS_USER,
  ProblemType.UNKNOWN_PARTICIPANT,
  ProblemType.NO_RELEASE,
  ProblemType.EXACT_UNAVAILABLE,
  ProblemType.TOO_MANY_REQUESTS
})
@Tag(name = "Recommendations")
record RecommendationController(
    HostedParticipants participants, HomeRecommendations recommendations) {
  static final String EXACT =
      "score by the factors that the filter was folded from, neither rounded nor pruned: slower,"
          + " and only where the service keeps them (`privirec.client.exact`)";

  @GetMapping(path = "/v1/model", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "getModel",
      summary = "The release that recommendations are made of",
      description =
          "What was protected when it was made is `privacy`, as its coordinator signed it. `claim`"
              + " has epsilon, which is computed here. It is there only while the coordinator states"
              + " that the claim holds, and the holder's own ledgers do not contradict it;"
              + " `claimStatus` has the reason.")
  ModelView model() {
    return recommendations.model();
  }

  @GetMapping(path = "/v1/users/{id}/recommendations", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "recommendForUser",
      summary = "Recommendations for one of the holder's users, computed here",
      description =
          "From the user's stored history and the newest verified release; the history goes"
              + " nowhere. A user that nobody here has gets popular items, or, with"
              + " `fallback=none`, the problem `unknown-user`.")
  @Tagged(without = "tookMicros")
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
          boolean explain,
      @Parameter(
              description =
                  "what takes the place of a history that says nothing, and of a user that nobody"
                      + " here has",
              schema =
                  @Schema(
                      type = "string",
                      allowableValues = {"popular", "none"},
                      defaultValue = "popular"))
          @RequestParam(required = false)
          @Pattern(regexp = UserRecommendationRequest.FALLBACK, message = "must match {regexp}")
          @Nullable String fallback,
      @Parameter(description = EXACT, example = "true") @RequestParam(defaultValue = "false")
          boolean exact) {
    return recommendations.forUser(
        id,
        participants.idOf(participant),
        new UserRecommendationRequest(
            k, offset, null, null, null, explain, fallback, null, null, null),
        ScoreMode.of(exact));
  }

  @PostMapping(path = "/v1/users/{id}/recommendations", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "recommendForUserWith",
      summary = "Recommendations for one of the holder's users, with conditions",
      description =
          "As `GET`, with everything that the recommender takes but the history, which is the"
              + " stored one: a basket, filters and diversity. A user that nobody here has is"
              + " answered as one without a history, or, with `\"fallback\": \"none\"`, by the"
              + " problem `unknown-user`.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      examples =
                          @ExampleObject(
                              """
                              {"k": 5, "context": [{"item": "book-17"}],
                               "filter": {"category": {"anyOf": ["crime"]}},
                               "diversity": {"lambda": 0.3}}\
                              """))))
  RecommendationAnswer forUserWith(
      @Parameter(description = "user id as imported, URL-encoded") @PathVariable String id,
      @Parameter(description = "needed when several hosted participants have a user of this id")
          @RequestParam(required = false)
          @Nullable String participant,
      @Parameter(description = EXACT, example = "true") @RequestParam(defaultValue = "false")
          boolean exact,
      @Valid @RequestBody UserRecommendationRequest request) {
    return recommendations.forUser(
        id, participants.idOf(participant), request, ScoreMode.of(exact));
  }

  @PostMapping(path = "/v1/users/{id}/scores", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "scoreForUser",
      summary = "What the stored history of a user says about items",
      description =
          "What recommendations are ranked by, of the items asked for, in their order; 0 where the"
              + " history says nothing, also where popular items are recommended instead. Of a"
              + " release of popularity alone, how many users interacted with each. Nothing is left"
              + " out; items that the catalogue does not have are named. A user that nobody here has"
              + " is `unknown-user`.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(examples = @ExampleObject("{\"items\": [\"book-17\", \"book-18\"]}"))))
  ScoresAnswer scores(
      @Parameter(description = "user id as imported, URL-encoded") @PathVariable String id,
      @Parameter(description = "needed when several hosted participants have a user of this id")
          @RequestParam(required = false)
          @Nullable String participant,
      @Parameter(description = EXACT, example = "true") @RequestParam(defaultValue = "false")
          boolean exact,
      @Valid @RequestBody UserScoresRequest request) {
    return recommendations.scores(id, participants.idOf(participant), request, ScoreMode.of(exact));
  }
}
