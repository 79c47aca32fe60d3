package io.privirec.coordinator.catalogue;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.Ranges;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "catalogue")
record CatalogueController(Catalogues catalogues) {
  @Operation(
      operationId = "appendCatalogueVersion",
      summary = "Appends items to the catalogue, as a new version: all or none",
      description =
          "One JSON object per line. An item's index is its position, for ever. A broken line or an"
              + " id that exists refuses the whole upload and is named by its line number.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples =
                          @ExampleObject(
                              "{\"id\":\"film-1\",\"title\":\"Metropolis\"}\n{\"id\":\"film-2\"}"))))
  @PostMapping(path = "/v1/catalogue/versions", consumes = MediaType.APPLICATION_NDJSON_VALUE)
  @Problems({ProblemType.BROKEN_LINE, ProblemType.ITEM_EXISTS, ProblemType.EMPTY_DATASET})
  @ApiResponse(responseCode = "201", description = "Appended", useReturnTypeSchema = true)
  ResponseEntity<CatalogueVersion> append(InputStream body) throws IOException {
    CatalogueVersion version = catalogues.append(body);
    return ResponseEntity.created(URI.create("/v1/catalogue/versions/" + version.version()))
        .body(version);
  }

  @Operation(operationId = "getLatestCatalogue", summary = "The newest catalogue version")
  @GetMapping("/v1/catalogue")
  @Problems(ProblemType.NOT_FOUND)
  @Tagged
  CatalogueVersion latest() {
    return catalogues
        .latest()
        .orElseThrow(
            () -> new ProblemException(ProblemType.NOT_FOUND, "No catalogue was uploaded yet"));
  }

  @Operation(operationId = "getCatalogueVersion", summary = "One catalogue version")
  @GetMapping("/v1/catalogue/versions/{version}")
  @Problems(ProblemType.NOT_FOUND)
  @Tagged
  CatalogueVersion get(@PathVariable int version) {
    return catalogues.require(version);
  }

  @Operation(
      operationId = "getCatalogueItems",
      summary = "The items of a version, in index order",
      description = "The version's sha256 is of exactly these bytes.")
  @GetMapping(
      path = "/v1/catalogue/versions/{version}/items",
      produces = MediaType.APPLICATION_NDJSON_VALUE)
  @Problems({ProblemType.NOT_FOUND, ProblemType.RANGE_NOT_SATISFIABLE})
  @ApiResponse(
      responseCode = "200",
      description = "The items",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_NDJSON_VALUE,
              schema = @Schema(type = "string"),
              examples =
                  @ExampleObject(
                      "{\"id\":\"film-1\",\"title\":\"Metropolis\"}\n{\"id\":\"film-2\"}\n")))
  ResponseEntity<Resource> items(
      @PathVariable int version, @Parameter(hidden = true) @RequestHeader HttpHeaders headers)
      throws IOException {
    CatalogueVersion found = catalogues.require(version);
    Resource file = new FileSystemResource(catalogues.file(found));
    Ranges.requireSatisfiable(headers, file);
    return ResponseEntity.ok()
        .eTag('"' + found.sha256() + '"')
        .cacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
        .contentType(MediaType.APPLICATION_NDJSON)
        .body(file);
  }
}
