package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.round.RoundObserver;
import io.privirec.round.RoundObserver.Direction;
import io.privirec.round.RoundObserver.Kind;
import io.privirec.round.Rounds;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The protocol's messages. Posting the same message again is harmless and answers 204 again.
@RestController
@Problems(ProblemType.UNKNOWN_ROUND)
@RequestMapping("/v1/rounds/{roundId}")
@Tag(name = "rounds")
record MessageController(Rounds rounds, RoundObserver observer) {
  @Operation(
      operationId = "postMessage",
      summary = "The caller's message of the round's present phase",
      description =
          "Any message of a participant (docs/protocol.md, \"Messages\"); its type byte says which."
              + " A MaskedInputCommitment is taken only when every chunk is staged and the Merkle"
              + " root is theirs.")
  @PostMapping(
      path = "/messages",
      consumes = {RoundController.SECAGG, RoundController.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.MESSAGE_CONFLICT,
    ProblemType.MALFORMED_MESSAGE,
    ProblemType.BAD_SIGNATURE,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.SESSION_OVER,
    ProblemType.CHUNKS_MISSING
  })
  void post(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      InputStream body)
      throws IOException {
    byte[] encoded = body.readNBytes(ParticipantMessage.MAX_ENCODED_BYTES + 1);
    if (encoded.length > ParticipantMessage.MAX_ENCODED_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE,
          "A protocol message has at most " + ParticipantMessage.MAX_ENCODED_BYTES + " bytes");
    }
    caller.requireBody(Digest.of(encoded));
    ParticipantMessage message;
    try {
      message = ParticipantMessage.decode(encoded);
    } catch (GeneralSecurityException e) {
      throw new ProblemException(
          ProblemType.MALFORMED_MESSAGE, "The body is no message of a participant", e);
    }
    if (!message.sender().equals(caller.id())) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "The message's sender is not the participant that sent it");
    }
    rounds.receive(RoundController.round(roundId), caller.id(), message);
    observer.transferred(Direction.IN, Kind.MESSAGE, encoded.length);
  }

  @Operation(
      operationId = "getMessage",
      summary = "What the caller must be told in the round's present phase",
      description =
          "A message of the coordinator (docs/protocol.md, \"Messages\"); its type byte says which."
              + " In the first phase there is none: the signed record says it all.")
  @GetMapping(path = "/message", produces = RoundController.SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] get(@PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    byte[] encoded =
        rounds
            .messageFor(caller.id(), RoundController.round(roundId))
            .orElseThrow(() ->
                new ProblemException(
                    ProblemType.WRONG_PHASE, "The round has no message for this participant now"))
            .encode();
    observer.transferred(Direction.OUT, Kind.MESSAGE, encoded.length);
    return encoded;
  }
}
