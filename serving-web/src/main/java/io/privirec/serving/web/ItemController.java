package io.privirec.serving.web;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ItemFilter;
import io.privirec.wire.ItemFilter.CategoryFilter;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.SimilarItemsRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems({ProblemType.UNKNOWN_MODEL, ProblemType.MODEL_NOT_LOADED, ProblemType.NO_RELEASE})
@Tag(name = "Items", description = "Items like others, popular items, and what is known of items")
class ItemController {
  private static final String MODEL = "version of a loaded model; default: the active one";

  private final Answers answers;

  ItemController(Answers answers) {
    this.answers = answers;
  }

  @GetMapping(path = "/v1/items/{id}/similar", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "similarToItem",
      summary = "The items that one item recommends most",
      description =
          "The item's row of the filter, without the item itself; may be short. Items that are not"
              + " available now are left out.")
  @Problems(ProblemType.UNKNOWN_ITEM)
  @Tagged(without = "tookMicros")
  RecommendationAnswer similar(
      @Parameter(description = "id in the catalogue", example = "50") @PathVariable String id,
      @Parameter(description = "default 20") @RequestParam(required = false) @Min(1) @Max(500)
          @Nullable Integer k,
      @RequestParam(required = false) @Min(0) @Max(999) @Nullable Integer offset,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    return similar(model, new SimilarItemsRequest(List.of(id), k, offset, null), "/id");
  }

  @PostMapping(path = "/v1/items/similar", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "similarToItems",
      summary = "The items that several items recommend most",
      description =
          "By the sum of their rows of the filter, as far as it is positive, without the items"
              + " themselves; may be short. Items that the catalogue does not have are ignored;"
              + " at least one must be in it.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      examples =
                          @ExampleObject(
                              """
                              {"items": ["50", "181"], "k": 5,
                               "filter": {"category": {"noneOf": ["horror"]}}}\
                              """))))
  @Problems(ProblemType.UNKNOWN_ITEM)
  RecommendationAnswer similar(
      @Valid @RequestBody SimilarItemsRequest request,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    return similar(model, request, "/items");
  }

  @GetMapping(path = "/v1/items/popular", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "popularItems",
      summary = "The items that most users interacted with",
      description =
          "The score is their number, from the securely summed item degrees. Items that are not"
              + " available now are left out.")
  @Tagged(without = "tookMicros")
  RecommendationAnswer popular(
      @Parameter(description = "default 20") @RequestParam(required = false) @Min(1) @Max(500)
          @Nullable Integer k,
      @RequestParam(required = false) @Min(0) @Max(999) @Nullable Integer offset,
      @Parameter(description = "only items of this category; given several times: of any of them")
          @RequestParam(required = false)
          @Size(max = 100)
          @Nullable List<@NotBlank @Size(max = ItemMetadata.MAX_CATEGORY) String> category,
      @Parameter(description = MODEL, example = "r-20260102-1") @RequestParam(required = false)
          @Nullable String model) {
    ItemFilter filter =
        category == null ? null : new ItemFilter(new CategoryFilter(category, null, null), null);
    return answers.ask(
        model, (recommender, context) -> recommender.popular(k, offset, filter, context));
  }

  private RecommendationAnswer similar(
      @Nullable String model, SimilarItemsRequest request, String pointer) {
    return answers.ask(
        model,
        (recommender, context) ->
            recommender
                .similar(request, context)
                .orElseThrow(() ->
                    ProblemException.at(
                        pointer, ProblemType.UNKNOWN_ITEM, "the catalogue has no such item")));
  }
}
