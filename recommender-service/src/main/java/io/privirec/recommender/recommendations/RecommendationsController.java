package io.privirec.recommender.recommendations;

import io.privirec.edge.problem.Problems;
import io.privirec.recommender.models.ModelAnswers;
import io.privirec.recommender.models.ModelChoice;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.web.Answers;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Recommendations and scores for a history that comes with the request.
@RestController
@Problems({
  ProblemType.UNKNOWN_MODEL,
  ProblemType.MODEL_NOT_LOADED,
  ProblemType.EXACT_UNAVAILABLE,
  ProblemType.TOO_MANY_REQUESTS
})
@Tag(name = "Recommendations", description = "Ranked items; nothing of a request is stored")
class RecommendationsController {
  private static final String EXPERIMENT =
      "experiment whose arms decide the model for the subject; default: the oldest one";
  private static final String SUBJECT =
      "opaque, the same for the same person or session: decides the arm of an experiment, and is"
          + " neither stored nor logged; without it the active model answers";
  private static final String EXACT =
      "score by the factors that the filter was folded from, neither rounded nor pruned: slower,"
          + " and only where the service keeps them (`privirec.recommender.exact`)";
  private static final String MODEL = "version of a loaded model; default: the active one";

  private final ModelAnswers models;
  private final Answers answers;
  private final RecommendationMeters meters;

  RecommendationsController(ModelAnswers models, Answers answers, RecommendationMeters meters) {
    this.models = models;
    this.answers = answers;
    this.meters = meters;
  }

  @PostMapping(path = "/v1/recommendations", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "recommend",
      summary = "The best items for a history",
      description =
          "Exactly k items whenever as many are eligible, by score, then by catalogue order. Items"
              + " the history says nothing about follow by popularity (strategy `mixed`); a history"
              + " without any known item gets popular items (strategy `popular`). What `filter`"
              + " does not let through, and items that are not available now, are left out before"
              + " ranking; `filtered` counts each item once, under the first reason that holds."
              + " `context` is counted to the history and never answered with. With `diversity`,"
              + " alike items are put apart: always the item with the largest (1 - lambda) · score"
              + " / best score - lambda · likeness to the nearest of those further up is next, out"
              + " of the best 256; categoryCap bounds the items of one category in the whole list,"
              + " of which a page is a part. With `explain`, each item lists what every history"
              + " item added: they sum to the score.",
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
                                """),
                        @ExampleObject(
                            name = "basket, categories and diversity",
                            value =
                                """
                                {"history": [{"item": "50"}], "context": [{"item": "181"}], "k": 5,
                                 "filter": {"category": {"anyOf": ["film", "series"],
                                                         "noneOf": ["horror"]},
                                            "availableAt": "2026-06-01T12:00:00Z"},
                                 "diversity": {"lambda": 0.3, "categoryCap": 2}}\
                                """)
                      })))
  @Problems(ProblemType.UNKNOWN_EXPERIMENT)
  RecommendationAnswer recommend(
      @Valid @RequestBody RecommendationRequest request,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model,
      @Parameter(description = EXPERIMENT, example = "krylov") @RequestParam(required = false)
          @Nullable String experiment,
      @Parameter(description = SUBJECT, example = "5f2c0e7a91")
          @RequestHeader(name = ModelChoice.SUBJECT, required = false)
          @Nullable String subject,
      @Parameter(description = EXACT, example = "true") @RequestParam(defaultValue = "false")
          boolean exact) {
    ModelChoice choice = ModelChoice.ofRequest(model, experiment, subject);
    ScoreMode mode = ScoreMode.of(exact);
    RecommendationAnswer answer =
        answers.askThrough(
            question -> models.answer(choice, ids(request), mode, question),
            (recommender, context) -> recommender.recommend(request, context, mode));
    meters.answered(request.history().size(), answer);
    return answer;
  }

  @PostMapping(path = "/v1/scores", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "score",
      summary = "What a history says about items",
      description =
          "What recommendations are ranked by, of the items asked for, in their order; 0 where the"
              + " history says nothing, also for a history without any known item, where popular"
              + " items with their degrees are recommended instead. Of a model of popularity alone,"
              + " the degrees. Nothing is left out: seen items have a score, too. Items that the"
              + " catalogue does not have are named.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      examples =
                          @ExampleObject(
                              """
                              {"history": [{"item": "50"}], "items": ["172", "174"],
                               "explain": true}\
                              """))))
  ScoresAnswer score(
      @Valid @RequestBody ScoresRequest request,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model,
      @Parameter(description = EXACT, example = "true") @RequestParam(defaultValue = "false")
          boolean exact) {
    return answers.ask(
        model, (recommender, context) -> recommender.scores(request, ScoreMode.of(exact)));
  }

  private static int ids(RecommendationRequest request) {
    return count(request.history())
        + count(request.context())
        + count(request.exclude())
        + count(request.include());
  }

  private static int count(@Nullable Collection<?> ids) {
    return ids == null ? 0 : ids.size();
  }
}
