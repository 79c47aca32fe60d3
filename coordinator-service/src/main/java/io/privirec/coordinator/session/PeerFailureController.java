package io.privirec.coordinator.session;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.wire.PeerFailure;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "peers")
record PeerFailureController(PeerReports reports, StrictBodies bodies) {
  @Operation(
      operationId = "reportPeerFailure",
      summary = "The caller cannot go on with the others of its session: the session fails",
      description =
          "Of sessions whose participants compute something among themselves. The session's failure has"
              + " the report's code, and names who is reported and who reports.",
      requestBody =
          @RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_JSON_VALUE,
                      schema = @Schema(implementation = PeerFailure.class))))
  @PostMapping(
      path = "/v1/sessions/{sessionId}/peer-failures",
      consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.UNKNOWN_SESSION,
    ProblemType.NOT_IN_COHORT,
    ProblemType.SESSION_OVER,
    ProblemType.SESSION_WITHOUT_PEERS,
    ProblemType.UNKNOWN_PARTICIPANT,
    ProblemType.DIGEST_MISMATCH
  })
  void report(
      @PathVariable String sessionId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    byte[] json = body.readAllBytes();
    caller.requireBody(Digest.of(json));
    reports.report(
        caller.id(),
        sessionId,
        bodies.read(new String(json, StandardCharsets.UTF_8), PeerFailure.class));
  }
}
