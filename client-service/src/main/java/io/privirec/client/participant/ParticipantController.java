package io.privirec.client.participant;

import io.privirec.edge.problem.Problems;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.HostedParticipant;
import io.privirec.wire.HostedParticipantRequest;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The participants that are hosted here.
@RestController
@RequestMapping(path = "/v1/participants", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Participants")
record ParticipantController(Hosting hosting, ParticipantStore participants, Holdings holdings) {
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  @Operation(
      operationId = "hostParticipant",
      summary = "Host a participant",
      description =
          "Makes its identity key, enrols it with the one-time token and pins the coordinator's key."
              + " The key never leaves this service. After a crash the same request finishes what was"
              + " begun.")
  @Problems({
    ProblemType.PARTICIPANT_EXISTS,
    ProblemType.ENROLMENT_TOKEN_REFUSED,
    ProblemType.COORDINATOR_KEY_MISMATCH,
    ProblemType.COORDINATOR_UNREACHABLE,
    ProblemType.COORDINATOR_REFUSED
  })
  HostedParticipant host(@Valid @RequestBody HostedParticipantRequest request) {
    return view(hosting.host(new ParticipantId(request.id()), request.enrolmentToken()));
  }

  @GetMapping
  @Operation(operationId = "listHostedParticipants", summary = "Participants hosted here")
  List<HostedParticipant> list() {
    return participants.enrolled().stream().map(this::view).toList();
  }

  private HostedParticipant view(Participant participant) {
    Holdings.Totals totals = holdings.totals(participant.id());
    return new HostedParticipant(
        participant.id().value(),
        participant.identity().publicKey().base64Url(),
        participant.coordinatorKey().base64Url(),
        totals.users(),
        totals.interactions(),
        participant.enrolledAt());
  }
}
