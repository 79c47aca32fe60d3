package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.Ranges;
import io.privirec.round.ChunkStaging;
import io.privirec.round.ChunkUpload;
import io.privirec.round.ChunkWindow;
import io.privirec.round.Round;
import io.privirec.round.RoundObserver;
import io.privirec.round.RoundObserver.Direction;
import io.privirec.round.RoundObserver.Kind;
import io.privirec.round.Rounds;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.message.ParticipantMessage;
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
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The rounds of a participant: records, broadcasts, messages and chunks.
@RestController
@Problems(ProblemType.UNKNOWN_ROUND)
@RequestMapping("/v1/rounds/{roundId}")
@Tag(name = "rounds")
record RoundController(
    Rounds rounds,
    ChunkStaging staging,
    WindowedSpool spool,
    RoundObserver observer,
    DataDirectory data) {
  /// Canonical encoding of one protocol message, version 1.
  private static final String SECAGG = "application/vnd.privirec.secagg.v1";

  private static final String BYTES = MediaType.APPLICATION_OCTET_STREAM_VALUE;

  private static final String CONTENT_DIGEST = "Content-Digest";
  private static final Pattern SHA_256 =
      Pattern.compile("(?:^|[, ])sha-256=:([A-Za-z0-9+/]{43}=):");

  @Operation(
      operationId = "getRoundRecord",
      summary = "The round's terms, signed by the coordinator (SignedRoundRecord)")
  @GetMapping(
      path = "/record",
      produces = {SECAGG, BYTES})
  @Problems(ProblemType.NOT_IN_COHORT)
  byte[] record(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    return rounds.requireFor(caller.id(), round(roundId)).signedRecord().encode();
  }

  @Operation(
      operationId = "getBroadcast",
      summary = "What every contributor needs first, as safetensors",
      description = "Its SHA-256 is in the round record. Rounds without a broadcast answer 404.")
  @GetMapping(path = "/broadcast", produces = BYTES)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.NOT_FOUND, ProblemType.RANGE_NOT_SATISFIABLE})
  ResponseEntity<Resource> broadcast(
      @PathVariable String roundId,
      @AuthenticationPrincipal ParticipantPrincipal caller,
      @Parameter(hidden = true) @RequestHeader HttpHeaders headers)
      throws IOException {
    Round round = rounds.requireFor(caller.id(), round(roundId));
    Resource file =
        round
            .broadcast()
            .map(name -> new FileSystemResource(data.resolve(name)))
            .filter(Resource::exists)
            .orElseThrow(() ->
                new ProblemException(ProblemType.NOT_FOUND, "This round has no broadcast now"));
    Ranges.requireSatisfiable(headers, file);
    observer.transferred(Direction.OUT, Kind.BROADCAST, file.contentLength());
    return ResponseEntity.ok()
        .eTag('"' + round.terms().broadcast().hex() + '"')
        .cacheControl(CacheControl.noCache().cachePrivate())
        .contentType(MediaType.APPLICATION_OCTET_STREAM)
        .body(file);
  }

  /// Posting the same message again is harmless and answers 204 again.
  @Operation(
      operationId = "postMessage",
      summary = "The caller's message of the round's present phase",
      description =
          "Any message of a participant (docs/protocol.md, \"Messages\"); its type byte says which."
              + " A MaskedInputCommitment is taken only when every chunk is staged and the Merkle"
              + " root is theirs.")
  @PostMapping(
      path = "/messages",
      consumes = {SECAGG, BYTES})
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
    rounds.receive(round(roundId), caller.id(), message);
    observer.transferred(Direction.IN, Kind.MESSAGE, encoded.length);
  }

  @Operation(
      operationId = "getMessage",
      summary = "What the caller must be told in the round's present phase",
      description =
          "A message of the coordinator (docs/protocol.md, \"Messages\"); its type byte says which."
              + " In the first phase there is none: the signed record says it all.")
  @GetMapping(path = "/message", produces = SECAGG)
  @Problems({ProblemType.NOT_IN_COHORT, ProblemType.WRONG_PHASE})
  byte[] message(
      @PathVariable String roundId, @AuthenticationPrincipal ParticipantPrincipal caller) {
    byte[] encoded =
        rounds
            .messageFor(caller.id(), round(roundId))
            .orElseThrow(() ->
                new ProblemException(
                    ProblemType.WRONG_PHASE, "The round has no message for this participant now"))
            .encode();
    observer.transferred(Direction.OUT, Kind.MESSAGE, encoded.length);
    return encoded;
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
              name = CONTENT_DIGEST,
              required = true,
              schema = @Schema(type = "string"),
              example = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"))
  @PutMapping(
      path = "/chunks/{chunk}",
      consumes = {SECAGG, BYTES})
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
        round(roundId),
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
    RoundId id = round(roundId);
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
    return view(spool.await(round(roundId), caller.id(), past, Duration.ofSeconds(wait)));
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

  /// Reads the round id of a path.
  private static RoundId round(String hex) {
    try {
      return RoundId.parse(hex);
    } catch (IllegalArgumentException _) {
      throw new ProblemException(ProblemType.UNKNOWN_ROUND, "No such round");
    }
  }
}
