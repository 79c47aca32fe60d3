package io.privirec.recommender.batch;

import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.Ranges;
import io.privirec.wire.JobView;
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
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Jobs: batches that are answered in the background.
@RestController
@RequestMapping("/v1/jobs")
@Tag(name = "Batches", description = "Many requests at once")
class JobController {
  private final Jobs jobs;

  JobController(Jobs jobs) {
    this.jobs = jobs;
  }

  @PostMapping(
      consumes = MediaType.APPLICATION_NDJSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "createJob",
      summary = "Has up to a million histories answered in the background",
      description =
          "Lines as `POST /v1/recommendations:batch` takes them. They are kept on the disk until"
              + " the job is done; its result for a retention time. `storage-full` where the disk,"
              + " or what all results may take together, has no room for its result.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(BatchController.EXAMPLE))))
  @ApiResponse(
      responseCode = "202",
      description = "The job, at the address in `Location`",
      useReturnTypeSchema = true)
  @Problems({
    ProblemType.EMPTY_DATASET,
    ProblemType.TOO_MANY_REQUESTS,
    ProblemType.STORAGE_FULL,
    ProblemType.MODEL_NOT_LOADED,
    ProblemType.UNKNOWN_MODEL,
    ProblemType.UNKNOWN_EXPERIMENT
  })
  ResponseEntity<JobView> create(
      @Parameter(hidden = true) InputStream body,
      @Parameter(description = BatchChoice.MODEL, example = "r-20260102-1")
          @RequestParam(required = false)
          @Nullable String model,
      @Parameter(description = BatchChoice.EXPERIMENT, example = "krylov")
          @RequestParam(required = false)
          @Nullable String experiment,
      @Parameter(description = BatchChoice.EXACT, example = "true")
          @RequestParam(defaultValue = "false")
          boolean exact)
      throws IOException {
    JobView view = jobs.create(body, new BatchChoice(model, experiment, exact));
    return ResponseEntity.accepted().location(URI.create("/v1/jobs/" + view.id())).body(view);
  }

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "listJobs", summary = "All jobs, newest first")
  List<JobView> list() {
    return jobs.all();
  }

  @GetMapping(path = "/{job}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "getJob", summary = "A job")
  @Problems(ProblemType.UNKNOWN_JOB)
  JobView get(@PathVariable String job) {
    return jobs.require(job);
  }

  @GetMapping(path = "/{job}/result")
  @Operation(
      operationId = "getJobResult",
      summary = "The answers of a completed job, a line for each request",
      description = "Ranges are served, for interrupted downloads.",
      responses =
          @ApiResponse(
              responseCode = "200",
              description = "A line for each request, in their order",
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(BatchController.ANSWER))))
  @Problems({ProblemType.UNKNOWN_JOB, ProblemType.NO_RESULT, ProblemType.RANGE_NOT_SATISFIABLE})
  ResponseEntity<Resource> result(
      @PathVariable String job, @Parameter(hidden = true) @RequestHeader HttpHeaders headers) {
    Resource file = new FileSystemResource(jobs.result(job));
    Ranges.requireSatisfiable(headers, file);
    return ResponseEntity.ok()
        .eTag('"' + job + '"')
        .cacheControl(CacheControl.noStore())
        .contentType(MediaType.APPLICATION_NDJSON)
        .body(file);
  }

  @DeleteMapping("/{job}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "deleteJob",
      summary = "Deletes a job with its requests and its result; one under way stops")
  @Problems(ProblemType.UNKNOWN_JOB)
  void delete(@PathVariable String job) throws IOException {
    jobs.delete(job);
  }
}
