package io.privirec.coordinator.round.web;

import io.privirec.coordinator.round.ChunkStaging;
import io.privirec.coordinator.round.ChunkUpload;
import io.privirec.coordinator.round.Round;
import io.privirec.coordinator.round.Rounds;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ChunkStatus;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/rounds/{roundId}/chunks")
@Tag(name = "rounds")
class ChunkController {
  private final ChunkStaging staging;
  private final Rounds rounds;

  ChunkController(ChunkStaging staging, Rounds rounds) {
    this.staging = staging;
    this.rounds = rounds;
  }

  @Operation(
      operationId = "putChunk",
      summary = "MASKED_INPUT: one chunk of the caller's masked vector",
      description =
          "Packed little-endian ring elements, exactly as many bytes as the round record says for this"
              + " chunk. The same bytes again answer 204; other bytes for a staged chunk are refused.",
      parameters =
          @Parameter(
              in = ParameterIn.HEADER,
              name = ContentDigest.HEADER,
              required = true,
              schema = @Schema(type = "string"),
              example = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"))
  @PutMapping(
      path = "/{chunk}",
      consumes = {ProtocolMedia.SECAGG, ProtocolMedia.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(
      @PathVariable String roundId,
      @PathVariable int chunk,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Digest declared = ContentDigest.parse(request.getHeader(ContentDigest.HEADER));
    caller.requireBody(declared);
    staging.stage(
        RoundIds.parse(roundId),
        caller.id(),
        new ChunkUpload(chunk, request.getContentLengthLong(), declared, request.getInputStream()));
  }

  @Operation(
      operationId = "getChunks",
      summary = "Which chunks of the caller are staged, to go on with an interrupted upload")
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ChunkStatus status(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    RoundId id = RoundIds.parse(roundId);
    Round round = rounds.requireFor(caller.id(), id);
    Map<Integer, String> received = new HashMap<>();
    staging.staged(id, caller.id()).forEach((chunk, digest) -> received.put(chunk, digest.hex()));
    return new ChunkStatus(round.terms().vector().chunks(), received);
  }
}
