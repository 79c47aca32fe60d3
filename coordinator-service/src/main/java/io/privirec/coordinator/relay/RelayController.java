package io.privirec.coordinator.relay;

import io.privirec.coordinator.participant.Participants;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems({ProblemType.UNKNOWN_SESSION, ProblemType.NOT_IN_COHORT, ProblemType.SESSION_OVER})
@RequestMapping("/v1/sessions/{sessionId}/peer-messages")
@Tag(name = "peers")
record RelayController(Relay relay) {
  /// One envelope of a participant for another one, version 1.
  private static final String PEER = "application/vnd.privirec.peer.v1";

  @Operation(
      operationId = "postPeerMessage",
      summary = "An envelope of the caller for another participant of the session",
      description =
          "1 byte to 16 MiB, with Content-Length; encrypted for the recipient, so that the coordinator"
              + " cannot read it. At most 1,024 envelopes and 256 MiB wait for one recipient of a"
              + " session. An envelope that is sent twice is delivered twice.")
  @PostMapping(consumes = PEER)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.UNKNOWN_PARTICIPANT,
    ProblemType.LENGTH_REQUIRED,
    ProblemType.WRONG_LENGTH,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.MAILBOX_FULL,
    ProblemType.TOO_MANY_REQUESTS
  })
  void post(
      @PathVariable String sessionId,
      @Parameter(
              description = "Id of the recipient",
              schema = @Schema(type = "string", pattern = "[a-z0-9][a-z0-9-]{0,63}"))
          @RequestParam
          String to,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    ParticipantId recipient =
        Participants.parse(to)
            .orElseThrow(() ->
                ProblemException.at(
                    "/to", ProblemType.UNKNOWN_PARTICIPANT, "There is no such participant"));
    InputStream body = request.getInputStream();
    relay.post(
        caller.id(),
        new Mailbox(sessionId, recipient),
        request.getContentLengthLong(),
        length -> {
          byte[] content = new byte[length];
          // Of a body that ends early the digest is another one.
          body.readNBytes(content, 0, length);
          caller.requireBody(Digest.of(content));
          return content;
        });
  }

  @Operation(
      operationId = "pollPeerMessages",
      summary = "The next envelopes for the caller",
      description =
          "Deletes the caller's envelopes of this session up to number `after`. Then waits up to `wait`"
              + " seconds for the first one with a greater number. Answers those that are there, oldest"
              + " first, as frames `number[8] length[4] content`, big endian: at most 16 MiB, unless the"
              + " first one is longer; an empty body when there was none.")
  @GetMapping(produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
  @Problems(ProblemType.TOO_MANY_REQUESTS)
  @ApiResponse(
      responseCode = "200",
      description = "Frames, or nothing",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
              schema = @Schema(type = "string", format = "binary")))
  void poll(
      @PathVariable String sessionId,
      @Parameter(description = "Number of the last envelope that the caller has; 0: it has none")
          @RequestParam(defaultValue = "0")
          @Min(0)
          long after,
      @RequestParam(defaultValue = "20") @Min(0) @Max(20) int wait,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      @Parameter(hidden = true) HttpServletResponse response)
      throws IOException, InterruptedException {
    try (Delivery delivery =
        relay.await(new Mailbox(sessionId, caller.id()), after, Duration.ofSeconds(wait))) {
      response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
      response.setContentLengthLong(delivery.frameBytes());
      OutputStream out = response.getOutputStream();
      for (Envelope envelope : delivery.envelopes()) {
        out.write(Delivery.head(envelope));
        out.write(envelope.content());
      }
    }
  }
}
