package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.round.ChunkStaging;
import io.privirec.round.ChunkUpload;
import io.privirec.round.ChunkWindow;
import io.privirec.round.Round;
import io.privirec.round.Rounds;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.ProblemType;
import io.privirec.wire.UploadWindow;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems(ProblemType.UNKNOWN_ROUND)
@RequestMapping("/v1/rounds/{roundId}")
@Tag(name = "rounds")
record ChunkController(ChunkStaging staging, Rounds rounds, WindowedSpool spool) {
  private static final String CONTENT_DIGEST = "Content-Digest";
  private static final Pattern SHA_256 =
      Pattern.compile("(?:^|[, ])sha-256=:([A-Za-z0-9+/]{43}=):");

  @Operation(
      operationId = "putChunk",
      summary = "MASKED_INPUT: one chunk of the caller's masked vector",
      description =
          "Packed little-endian ring elements, exactly as many bytes as the round record says for this"
              + " chunk. The same bytes again answer 204; other bytes for a staged chunk are refused.",
      parameters =
          @Parameter(
              in = ParameterIn.HEADER,
              name = CONTENT_DIGEST,
              required = true,
              schema = @Schema(type = "string"),
              example = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"))
  @PutMapping(
      path = "/chunks/{chunk}",
      consumes = {RoundController.SECAGG, RoundController.BYTES})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Problems({
    ProblemType.NOT_IN_COHORT,
    ProblemType.WRONG_PHASE,
    ProblemType.SESSION_OVER,
    ProblemType.INVALID_VALUE,
    ProblemType.LENGTH_REQUIRED,
    ProblemType.WRONG_LENGTH,
    ProblemType.DIGEST_MISMATCH,
    ProblemType.CHUNK_CONFLICT,
    ProblemType.OUTSIDE_WINDOW,
    ProblemType.TOO_MANY_REQUESTS,
    ProblemType.STORAGE_FULL
  })
  void put(
      @PathVariable String roundId,
      @PathVariable int chunk,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Digest declared = sha256(request.getHeader(CONTENT_DIGEST));
    caller.requireBody(declared);
    staging.stage(
        RoundController.round(roundId),
        caller.id(),
        new ChunkUpload(chunk, request.getContentLengthLong(), declared, request.getInputStream()));
  }

  @Operation(
      operationId = "getChunks",
      summary = "Which chunks of the caller have arrived, to go on with an interrupted upload")
  @GetMapping(path = "/chunks", produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems(ProblemType.NOT_IN_COHORT)
  ChunkStatus status(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    RoundId id = RoundController.round(roundId);
    Round round = rounds.requireFor(caller.id(), id);
    Map<Integer, String> received = new HashMap<>();
    staging.staged(id, caller.id()).forEach((chunk, digest) -> received.put(chunk, digest.hex()));
    return new ChunkStatus(round.terms().vector().chunks(), received, view(spool.windowOf(round)));
  }

  @Operation(
      operationId = "getWindow",
      summary = "Which chunks may be uploaded now",
      description =
          "Waits up to `wait` seconds until the window reaches past chunk `past`. All chunks, unless the"
              + " round is summed while it comes in: then the window moves on with the slowest"
              + " participant, and chunks beyond it are refused (`outside-window`).")
  @GetMapping(path = "/window", produces = MediaType.APPLICATION_JSON_VALUE)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  UploadWindow window(
      @PathVariable String roundId,
      @RequestParam(defaultValue = "0") @Min(0) int past,
      @RequestParam(defaultValue = "0") @Min(0) @Max(30) int wait,
      @AuthenticationPrincipal ParticipantPrincipal caller)
      throws InterruptedException {
    return view(
        spool.await(RoundController.round(roundId), caller.id(), past, Duration.ofSeconds(wait)));
  }

  private static UploadWindow view(ChunkWindow window) {
    return new UploadWindow(window.from(), window.to());
  }

  /// Reads the `sha-256` member of a `Content-Digest` field (RFC 9530 §2).
  private static Digest sha256(@Nullable String header) {
    Matcher matcher = SHA_256.matcher(header == null ? "" : header);
    if (!matcher.find()) {
      throw new ProblemException(
          ProblemType.MALFORMED_REQUEST, "The header Content-Digest: sha-256=:<base64>: is needed");
    }
    return Digest.fromBytes(Base64.getDecoder().decode(matcher.group(1)));
  }
}
