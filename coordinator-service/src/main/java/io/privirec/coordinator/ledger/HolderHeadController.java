package io.privirec.coordinator.ledger;

import io.privirec.coordinator.participant.Participants;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.LedgerHeadView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/privacy/ledger-head", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "privacy")
record HolderHeadController(
    HolderHeadStore heads, Participants participants, StrictBodies bodies, Clock clock) {
  /// By how much the time of a statement may be ahead: clocks of participants may differ. A later
  /// statement could never replace it.
  private static final Duration MOST_AHEAD = Duration.ofDays(1);

  @GetMapping
  @Operation(
      operationId = "getLedgerHead",
      summary = "The newest head of the caller's own ledger that it has signed",
      description =
          "A participant asks when its service starts: one whose ledger does not have this head was"
              + " restored to an older state.")
  LedgerHeadView get(@AuthenticationPrincipal ParticipantPrincipal caller) {
    return new LedgerHeadView(heads.find(caller.id()).orElse(null));
  }

  @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putLedgerHead",
      summary = "Keep the head of the caller's own ledger",
      description =
          "Told before a sum's first chunk is sent. Of several statements the newest is kept, which the"
              + " answer has.",
      requestBody =
          @RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_JSON_VALUE,
                      schema = @Schema(implementation = LedgerHeadStatement.class))))
  @Problems({ProblemType.INVALID_VALUE, ProblemType.DIGEST_MISMATCH})
  LedgerHeadView put(@AuthenticationPrincipal ParticipantPrincipal caller, InputStream body)
      throws IOException {
    byte[] json = body.readAllBytes();
    caller.requireBody(Digest.of(json));
    LedgerHeadStatement statement =
        bodies.read(new String(json, StandardCharsets.UTF_8), LedgerHeadStatement.class);
    if (statement.at() > clock.instant().plus(MOST_AHEAD).toEpochMilli()) {
      throw ProblemException.at("/at", ProblemType.INVALID_VALUE, "is more than a day ahead");
    }
    ParticipantId id = caller.id();
    boolean isSigned =
        participants
            .find(id)
            .orElseThrow()
            .identityKey()
            .verify(
                SignatureDomain.LEDGER_HEAD,
                statement.signedBytes(id.value()),
                Base64.getUrlDecoder().decode(statement.signature()));
    if (!isSigned) {
      throw ProblemException.at(
          "/signature", ProblemType.INVALID_VALUE, "is not the participant's over this head");
    }
    heads.keepNewest(id, statement);
    return get(caller);
  }
}
