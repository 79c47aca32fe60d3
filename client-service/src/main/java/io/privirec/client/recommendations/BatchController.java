package io.privirec.client.recommendations;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.web.batch.BatchStreams;
import io.privirec.serving.web.batch.LineReader;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.UserRecommendationRequest;
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
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Recommendations for many of the holder's users at once.
@RestController
@Tag(name = "Recommendations")
record BatchController(
    HostedParticipants participants,
    HomeRecommendations recommendations,
    BatchStreams streams,
    LineReader reader) {
  private static final String EXAMPLE =
      """
      {"id": "user-1", "k": 5}
      {"id": "user-2", "participant": "shop", "context": [{"item": "book-17"}]}
      {"id": "nobody", "fallback": "none"}
      """;
  private static final String ANSWER =
      """
      {"line":1,"id":"user-1","answer":{"modelVersion":"r-20260102-1","filterHash":"9f86d081…",\
      "sessionId":"s-1","strategy":"personalized","tookMicros":90,"items":[{"item":"book-18",\
      "rank":1,"score":0.41}],"ignoredItems":[],"filtered":{"seen":2,"excluded":0,"category":0,\
      "unavailable":0},"nextOffset":5}}
      {"line":3,"id":"nobody","problem":{"type":"/problems/unknown-user","title":"Unknown user",\
      "status":404,"detail":"nobody here has this user","code":"unknown-user",\
      "traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}}
      """;

  @PostMapping(
      path = "/v1/recommendations:batch",
      consumes = MediaType.APPLICATION_NDJSON_VALUE,
      produces = MediaType.APPLICATION_NDJSON_VALUE)
  @Operation(
      operationId = "recommendBatch",
      summary = "Recommendations for up to 1,000 of the holder's users, computed here",
      description =
          "Each line is a request as `POST /v1/users/{id}/recommendations` takes it, with the"
              + " user's `id` and, where several hosted participants have such a user, the"
              + " `participant`. The answer has a line for each of them, in the same order, with its"
              + " line number, the `id`, and either `answer` or `problem`, which does not stop the"
              + " others: a user that nobody here has gets popular items, or, where the line says"
              + " `\"fallback\": \"none\"`, `unknown-user`. The body is read to its end before the"
              + " first line is answered.",
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
  @Problems({ProblemType.EMPTY_DATASET, ProblemType.TOO_MANY_REQUESTS, ProblemType.NO_RELEASE})
  void batch(
      @Parameter(hidden = true) InputStream body,
      @Parameter(description = RecommendationController.EXACT, example = "true")
          @RequestParam(defaultValue = "false")
          boolean exact,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    recommendations.requireRelease();
    streams.answer(
        body,
        (line, traceId) -> reader.answer(line, traceId, fields -> answer(fields, exact)),
        request,
        response);
  }

  private RecommendationAnswer answer(LineReader.Fields line, boolean exact) {
    Optional<ParticipantId> participant = participants.idOf(line.take("participant"));
    String user = line.id();
    if (user == null) {
      throw ProblemException.at("/id", ProblemType.INVALID_VALUE, "must be the id of a user");
    }
    return recommendations.forUser(
        user, participant, line.request(UserRecommendationRequest.class), ScoreMode.of(exact));
  }
}
