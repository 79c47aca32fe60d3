package io.privirec.coordinator.participant;

import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.EnrolmentToken;
import io.privirec.wire.ParticipantView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import java.security.InvalidKeyException;
import java.util.Base64;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "participants")
record ParticipantController(Participants participants, CoordinatorIdentity identity) {
  @Operation(
      operationId = "issueEnrolmentToken",
      summary = "Issues a one-time token, good for enrolling one participant within a day")
  @PostMapping("/v1/enrolment-tokens")
  @ApiResponse(responseCode = "201", description = "The token", useReturnTypeSchema = true)
  ResponseEntity<EnrolmentToken> issueToken() {
    return ResponseEntity.status(HttpStatus.CREATED).body(participants.issueToken());
  }

  @Operation(
      operationId = "enrolParticipant",
      summary = "Enrols a participant with its identity key, against a one-time token",
      description = "The same request repeated with a spent token gives the same answer.")
  @PostMapping(path = "/v1/participants", consumes = MediaType.APPLICATION_JSON_VALUE)
  @Problems({
    ProblemType.ENROLMENT_TOKEN_REFUSED,
    ProblemType.PARTICIPANT_EXISTS,
    ProblemType.BAD_SIGNATURE
  })
  @ApiResponse(responseCode = "201", description = "Enrolled", useReturnTypeSchema = true)
  ResponseEntity<Enrolment> enrol(@Valid @RequestBody EnrolmentRequest request) {
    Participant participant =
        participants.enrol(
            request.token(),
            new ParticipantId(request.participantId()),
            identityKey(request.identityKey()),
            signature(request.signature()));
    return ResponseEntity.created(URI.create("/v1/participants/" + participant.id().value()))
        .body(new Enrolment(view(participant), identity.publicKey().base64Url()));
  }

  @Operation(operationId = "listParticipants", summary = "Everyone enrolled, by id")
  @GetMapping("/v1/participants")
  List<ParticipantView> list() {
    return participants.all().stream().map(ParticipantController::view).toList();
  }

  @Operation(operationId = "getParticipant", summary = "One participant")
  @GetMapping("/v1/participants/{participantId}")
  @Problems(ProblemType.UNKNOWN_PARTICIPANT)
  ParticipantView get(@PathVariable String participantId) {
    return Participants.parse(participantId)
        .flatMap(participants::find)
        .map(ParticipantController::view)
        .orElseThrow(
            () -> new ProblemException(ProblemType.UNKNOWN_PARTICIPANT, "No such participant"));
  }

  private static ParticipantView view(Participant participant) {
    return new ParticipantView(
        participant.id().value(), participant.identityKey().base64Url(), participant.enrolledAt());
  }

  private static PublicIdentityKey identityKey(String base64Url) {
    try {
      return PublicIdentityKey.parse(base64Url);
    } catch (InvalidKeyException e) {
      throw ProblemException.at(
          "/identityKey", ProblemType.INVALID_VALUE, "must be an Ed25519 public key in base64url");
    }
  }

  private static byte[] signature(String base64Url) {
    try {
      return Base64.getUrlDecoder().decode(base64Url);
    } catch (IllegalArgumentException e) {
      throw ProblemException.at("/signature", ProblemType.INVALID_VALUE, "must be base64url");
    }
  }
}
