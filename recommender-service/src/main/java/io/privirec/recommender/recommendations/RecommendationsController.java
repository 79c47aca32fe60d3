package io.privirec.recommender.recommendations;

import io.privirec.edge.problem.ProblemException;
import io.privirec.recommender.models.Models;
import io.privirec.serving.InvalidRequestException;
import io.privirec.serving.Recommender;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Recommendations", description = "Ranked items; nothing of a request is stored")
class RecommendationsController {
  private static final String MODEL = "version of a loaded model; default: the active one";

  private final Models models;
  private final RecommendationMeters meters;

  RecommendationsController(Models models, RecommendationMeters meters) {
    this.models = models;
    this.meters = meters;
  }

  @PostMapping("/v1/recommendations")
  @Operation(
      operationId = "recommend",
      summary = "The best items for a history",
      description =
          "Exactly k items whenever as many are eligible, by score, then by catalogue order."
              + " Items the history says nothing about follow by popularity (strategy `mixed`);"
              + " a history without any known item gets popular items (strategy `popular`)."
              + " With `explain`, each item lists what every history item added: they sum to the"
              + " score.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      examples = {
                        @ExampleObject(
                            name = "history",
                            value =
                                """
                                {"history": [{"item": "50"}, {"item": "181"}], "k": 5}\
                                """),
                        @ExampleObject(
                            name = "filtered and explained",
                            value =
                                """
                                {"history": [{"item": "50", "weight": 2.0}], "k": 3,
                                 "exclude": ["172"], "explain": true}\
                                """)
                      })),
      responses =
          @ApiResponse(
              responseCode = "200",
              description = "Ranked items",
              content =
                  @Content(
                      mediaType = "application/json",
                      examples =
                          @ExampleObject(
                              """
                              {"modelVersion": "r-20260102-1", "filterHash": "9f86d081884c7d65…",
                               "sessionId": "s-1", "strategy": "personalized", "tookMicros": 120,
                               "items": [{"item": "172", "title": "The Empire Strikes Back",
                                          "rank": 1, "score": 0.41}],
                               "ignoredItems": [], "filtered": {"seen": 2, "excluded": 0},
                               "nextOffset": 1}\
                              """))))
  RecommendationAnswer recommend(
      @Valid @RequestBody RecommendationRequest request,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    RecommendationAnswer answer = ask(model, recommender -> recommender.recommend(request));
    meters.answered(request.history().size(), answer);
    return answer;
  }

  @GetMapping("/v1/items/{id}/similar")
  @Operation(
      operationId = "similarItems",
      summary = "The items that one item recommends most",
      description = "The item's row of the filter, without the item itself; may be short.")
  RecommendationAnswer similar(
      @Parameter(description = "id in the catalogue", example = "50") @PathVariable String id,
      @Parameter(description = "default 20") @RequestParam(required = false) @Min(1) @Max(500)
          @Nullable Integer k,
      @RequestParam(required = false) @Min(0) @Max(999) @Nullable Integer offset,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    return ask(
        model,
        recommender ->
            recommender
                .similar(id, k, offset)
                .orElseThrow(() ->
                    ProblemException.at(
                        "/id", ProblemType.UNKNOWN_ITEM, "the catalogue has no such item")));
  }

  @GetMapping("/v1/items/popular")
  @Operation(
      operationId = "popularItems",
      summary = "The items that most users interacted with",
      description = "The score is their number, from the securely summed item degrees.")
  RecommendationAnswer popular(
      @Parameter(description = "default 20") @RequestParam(required = false) @Min(1) @Max(500)
          @Nullable Integer k,
      @RequestParam(required = false) @Min(0) @Max(999) @Nullable Integer offset,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    return ask(model, recommender -> recommender.popular(k, offset));
  }

  private RecommendationAnswer ask(
      @Nullable String model, Function<Recommender, RecommendationAnswer> question) {
    try {
      return models.ask(model, question);
    } catch (InvalidRequestException e) {
      throw ProblemException.at(e.pointer(), ProblemType.INVALID_VALUE, e.detail());
    }
  }
}
