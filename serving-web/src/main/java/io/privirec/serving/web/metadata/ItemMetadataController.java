package io.privirec.serving.web.metadata;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ItemMetadataLine;
import io.privirec.wire.ItemsReport;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Items", description = "Items like others, popular items, and what is known of items")
class ItemMetadataController {
  private final Items items;

  ItemMetadataController(Items items) {
    this.items = items;
  }

  @PutMapping(path = "/v1/items/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putItem",
      summary = "Sets the metadata of an item, in place of what was known",
      description =
          "In force when this is answered, within about a second in other processes on the same"
              + " database. The item need not be in the catalogue.")
  @Problems(ProblemType.INVALID_VALUE)
  ItemMetadataLine put(
      @Parameter(example = "film-1") @PathVariable String id,
      @Valid @RequestBody ItemMetadata metadata) {
    items.put(id, metadata);
    return ItemMetadataLine.of(id, metadata);
  }

  @GetMapping(path = "/v1/items/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "getItem", summary = "The metadata of an item")
  @Problems({ProblemType.NOT_FOUND, ProblemType.INVALID_VALUE})
  @Tagged
  ItemMetadataLine get(@Parameter(example = "film-1") @PathVariable String id) {
    return ItemMetadataLine.of(
        id,
        items
            .find(id)
            .orElseThrow(() ->
                new ProblemException(ProblemType.NOT_FOUND, "No metadata of this item is kept")));
  }

  @DeleteMapping("/v1/items/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "deleteItem",
      summary = "Forgets the metadata of an item",
      description = "It is in no category then, and always available.")
  @Problems(ProblemType.INVALID_VALUE)
  void delete(@Parameter(example = "film-1") @PathVariable String id) {
    items.remove(id);
  }

  @PostMapping(
      path = "/v1/items:bulk",
      consumes = MediaType.APPLICATION_NDJSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putItems",
      summary = "Sets the metadata of many items, all or none",
      description =
          "One JSON object per line, at most 100,000 lines. A line that cannot be taken refuses the"
              + " whole upload and is named by its number.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples =
                          @ExampleObject(
                              """
                              {"item":"film-1","categories":["film"]}
                              {"item":"film-2","availableUntil":"2027-01-01T00:00:00Z"}
                              """))))
  @Problems({ProblemType.BROKEN_LINE, ProblemType.EMPTY_DATASET, ProblemType.INVALID_VALUE})
  ItemsReport bulk(@Parameter(hidden = true) InputStream body) throws IOException {
    return new ItemsReport(items.putAll(body));
  }
}
