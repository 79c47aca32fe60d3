package io.privirec.recommender.batch;

import io.privirec.edge.problem.Problems;
import io.privirec.serving.web.batch.BatchStreams;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Batches that are answered line by line while the caller waits.
@RestController
@Tag(name = "Batches", description = "Many requests at once")
class BatchController {
  static final String EXAMPLE =
      """
      {"id": "u-1", "history": [{"item": "50"}, {"item": "181"}], "k": 5}
      {"id": "u-2", "history": [{"item": "172"}], "k": 5}
      """;
  static final String ANSWER =
      """
      {"line":1,"id":"u-1","answer":{"modelVersion":"r-20260102-1","filterHash":"9f86d081…",\
      "sessionId":"s-1","strategy":"personalized","tookMicros":90,"items":[{"item":"172",\
      "rank":1,"score":0.41}],"ignoredItems":[],"filtered":{"seen":2,"excluded":0,"category":0,\
      "unavailable":0},"nextOffset":5}}
      {"line":2,"id":"u-2","problem":{"type":"/problems/invalid-value","title":"Invalid value",\
      "status":422,"detail":"k must be less than or equal to 500","code":"invalid-value",\
      "traceId":"4bf92f3577b34da6a3ce929d0e0e4736","errors":[{"pointer":"/k",\
      "detail":"must be less than or equal to 500"}]}}
      """;

  private final BatchStreams streams;
  private final ModelLines lines;

  BatchController(BatchStreams streams, ModelLines lines) {
    this.streams = streams;
    this.lines = lines;
  }

  @PostMapping(
      path = "/v1/recommendations:batch",
      consumes = MediaType.APPLICATION_NDJSON_VALUE,
      produces = MediaType.APPLICATION_NDJSON_VALUE)
  @Operation(
      operationId = "recommendBatch",
      summary = "The best items for up to 1,000 histories",
      description =
          "Each line is a request as `POST /v1/recommendations` takes it, with an `id` of your own"
              + " and a `subject` if you like, which decides the arm of an experiment as the header"
              + " `PriviRec-Subject` does for one request. The answer has a line for each of them,"
              + " in the same order, with its line number, its `id`, and either `answer` or"
              + " `problem`: a bad line does not stop the others. The body is read to its end"
              + " before the first line is answered.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(EXAMPLE))),
      responses =
          @ApiResponse(
              responseCode = "200",
              description = "A line for each request",
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(ANSWER))))
  @Problems({
    ProblemType.EMPTY_DATASET,
    ProblemType.TOO_MANY_REQUESTS,
    ProblemType.MODEL_NOT_LOADED,
    ProblemType.UNKNOWN_MODEL,
    ProblemType.UNKNOWN_EXPERIMENT
  })
  void batch(
      @Parameter(hidden = true) InputStream body,
      @Parameter(description = BatchChoice.MODEL, example = "r-20260102-1")
          @RequestParam(required = false)
          @Nullable String model,
      @Parameter(description = BatchChoice.EXPERIMENT, example = "krylov")
          @RequestParam(required = false)
          @Nullable String experiment,
      @Parameter(description = BatchChoice.EXACT, example = "true")
          @RequestParam(defaultValue = "false")
          boolean exact,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    BatchChoice choice = new BatchChoice(model, experiment, exact);
    lines.requireModel(choice);
    streams.answer(body, lines.of(choice), request, response);
  }
}
