package io.privirec.client.roster;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.client.participant.Participant;
import io.privirec.client.roster.StatementStore.Statement;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.MaskedCellView;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SignedDeparture;
import io.privirec.wire.SignedStatements;
import io.privirec.wire.SignedWaiver;
import io.privirec.wire.WaiverRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Problems(ProblemType.UNKNOWN_PARTICIPANT)
@RequestMapping(
    path = "/v1/participants/{participant}",
    produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Roster")
record StatementController(
    HostedParticipants participants, Statements statements, Rosters rosters) {
  @PostMapping(path = "/waivers", consumes = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "signWaiver",
      summary = "Sign that a small group may be told from everybody else",
      description =
          "With the participant's identity key, for the configured roster key. It cannot be taken"
              + " back: it holds in all later rosters, and for larger groups. The line goes to the"
              + " keeper of the roster.")
  @Problems(ProblemType.ROSTER_KEY_MISSING)
  SignedWaiver waive(@PathVariable String participant, @Valid @RequestBody WaiverRequest request) {
    Participant signer = participants.require(participant);
    return waiver(statements.waive(signer, ids(request.atom())));
  }

  @PostMapping("/departure-clause")
  @Operation(
      operationId = "signDepartureClause",
      summary = "Sign that the others may go on once the participant has left",
      description =
          "With the participant's identity key, for the configured roster key. It cannot be taken"
              + " back, and takes effect when the participant is in no current cell. The line goes to"
              + " the keeper of the roster.")
  @Problems(ProblemType.ROSTER_KEY_MISSING)
  SignedDeparture allowDeparture(@PathVariable String participant) {
    return departure(statements.allowDeparture(participants.require(participant)));
  }

  @GetMapping("/waivers")
  @Operation(
      operationId = "listSignedStatements",
      summary = "What the participant has signed for the keeper of the roster")
  @Problems(ProblemType.ROSTER_KEY_MISSING)
  SignedStatements list(@PathVariable String participant) {
    List<Statement> all = statements.of(participants.require(participant).id());
    return new SignedStatements(
        all.stream().filter(one -> !one.atom().isEmpty()).map(StatementController::waiver).toList(),
        all.stream()
            .filter(one -> one.atom().isEmpty())
            .findFirst()
            .map(StatementController::departure)
            .orElse(null));
  }

  @GetMapping("/masked-cells")
  @Operation(
      operationId = "listMaskedCells",
      summary = "Cells that the participant has joined for an exact sum",
      description =
          "Every roster that is put in force must list them, as current or former ones. The sum over"
              + " one that is `masked` counts as opened.")
  List<MaskedCellView> maskedCells(@PathVariable String participant) {
    return rosters.openings(participants.require(participant).id()).stream()
        .map(StatementController::view)
        .toList();
  }

  private static MaskedCellView view(Opening opening) {
    return new MaskedCellView(
        opening.cell().number().orElse(null),
        opening.cell().minimum(),
        opening.cell().members().stream().map(ParticipantId::value).toList(),
        opening.firstJoinedAt(),
        opening.masked());
  }

  private static SignedWaiver waiver(Statement statement) {
    return new SignedWaiver(
        statement.atom().stream().map(ParticipantId::value).toList(),
        statement.line(),
        Waiver.SENTENCE,
        statement.signedAt());
  }

  private static SignedDeparture departure(Statement statement) {
    return new SignedDeparture(statement.line(), DepartureClause.SENTENCE, statement.signedAt());
  }

  private static Set<ParticipantId> ids(List<String> names) {
    try {
      return names.stream().map(ParticipantId::new).collect(Collectors.toSet());
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemType.INVALID_VALUE, "atom has a name that is no participant id", e);
    }
  }
}
