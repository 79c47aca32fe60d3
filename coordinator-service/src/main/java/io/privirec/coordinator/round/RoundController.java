package io.privirec.coordinator.round;

import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.Ranges;
import io.privirec.round.Round;
import io.privirec.round.RoundObserver;
import io.privirec.round.RoundObserver.Direction;
import io.privirec.round.RoundObserver.Kind;
import io.privirec.round.Rounds;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems(ProblemType.UNKNOWN_ROUND)
@RequestMapping("/v1/rounds/{roundId}")
@Tag(name = "rounds")
record RoundController(Rounds rounds, RoundObserver observer, DataDirectory data) {
  /// Canonical encoding of one protocol message, version 1.
  static final String SECAGG = "application/vnd.privirec.secagg.v1";

  static final String BYTES = MediaType.APPLICATION_OCTET_STREAM_VALUE;

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

  /// Reads the round id of a path.
  static RoundId round(String hex) {
    try {
      return RoundId.parse(hex);
    } catch (IllegalArgumentException _) {
      throw new ProblemException(ProblemType.UNKNOWN_ROUND, "No such round");
    }
  }
}
