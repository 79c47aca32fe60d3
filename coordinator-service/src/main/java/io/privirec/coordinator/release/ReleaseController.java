package io.privirec.coordinator.release;

import io.privirec.coordinator.release.Releases.Download;
import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.Ranges;
import io.privirec.wire.ProblemType;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.ReleaseView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/releases")
@Tag(name = "releases")
record ReleaseController(Releases releases, ReleaseClaims claims) {
  @Operation(
      operationId = "listReleases",
      summary = "Releases, newest first, a page at a time",
      description =
          "The next page is `before` the last release of this one; after the last page comes an"
              + " empty one.")
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems(ProblemType.UNKNOWN_RELEASE)
  @Tagged
  List<ReleaseView> list(
      @Parameter(description = "most releases of a page")
          @RequestParam(defaultValue = "100")
          @Min(1)
          @Max(500)
          int limit,
      @Parameter(description = "id of a release: only older ones", example = "r-20260102-1")
          @RequestParam
          Optional<String> before) {
    return releases.page(before, limit);
  }

  @Operation(operationId = "getLatestRelease", summary = "The newest release")
  @GetMapping(path = "/latest", produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems(ProblemType.NO_RELEASE)
  @Tagged
  ReleaseView latest() {
    return releases.latest();
  }

  @Operation(operationId = "getRelease", summary = "One release")
  @GetMapping(path = "/{releaseId}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems(ProblemType.UNKNOWN_RELEASE)
  @Tagged
  ReleaseView get(@PathVariable String releaseId) {
    return releases.require(releaseId);
  }

  @Operation(
      operationId = "getReleaseClaim",
      summary = "Whether the privacy claim of a release holds now",
      description =
          "Readers look it up before they show epsilon. The claim holds while the coordinator's"
              + " ledger has no sum without noise over data of any participant of the release's"
              + " session.")
  @GetMapping(path = "/{releaseId}/claim", produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems({ProblemType.UNKNOWN_RELEASE, ProblemType.UNAVAILABLE})
  @Tagged
  ReleaseClaimView claim(@PathVariable String releaseId) {
    return claims.of(releaseId);
  }

  @Operation(
      operationId = "getReleaseFile",
      summary = "A file of a release",
      description = "The ETag is the file's SHA-256. Ranges are served, for interrupted downloads.")
  @GetMapping(path = "/{releaseId}/files/{name}")
  @Problems({ProblemType.UNKNOWN_RELEASE, ProblemType.NOT_FOUND, ProblemType.RANGE_NOT_SATISFIABLE})
  @ApiResponse(
      responseCode = "200",
      description = "The file, under a media type of its own",
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
            schema = @Schema(type = "string", format = "binary")),
        @Content(
            mediaType = MediaType.APPLICATION_JSON_VALUE,
            schema = @Schema(type = "string", format = "binary")),
        @Content(
            mediaType = MediaType.APPLICATION_NDJSON_VALUE,
            schema = @Schema(type = "string", format = "binary")),
        @Content(
            mediaType = MediaType.TEXT_PLAIN_VALUE,
            schema = @Schema(type = "string", format = "binary"))
      })
  ResponseEntity<Resource> file(
      @PathVariable String releaseId,
      @Parameter(example = "filter.safetensors") @PathVariable String name,
      @Parameter(hidden = true) @RequestHeader HttpHeaders headers) {
    Download file = releases.file(releaseId, name);
    Resource content = new FileSystemResource(file.path());
    Ranges.requireSatisfiable(headers, content);
    return ResponseEntity.ok()
        .eTag('"' + file.sha256().hex() + '"')
        .cacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
        .contentType(mediaType(name))
        .body(content);
  }

  private static MediaType mediaType(String name) {
    if (name.endsWith(".json")) {
      return MediaType.APPLICATION_JSON;
    }
    if (name.endsWith(".ndjson")) {
      return MediaType.APPLICATION_NDJSON;
    }
    return name.endsWith(".sig") ? MediaType.TEXT_PLAIN : MediaType.APPLICATION_OCTET_STREAM;
  }
}
