package io.privirec.coordinator.roster;

import io.privirec.coordinator.participant.Participants;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RosterView;
import io.privirec.wire.RosterView.CellView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The roster that sessions over data go by.
@RestController
@RequestMapping("/v1/roster")
@Tag(name = "roster")
record RosterController(Rosters rosters, Participants participants) {
  private static final String EXAMPLE =
      """
      privirec-roster v2
      version 7
      cell 2 min 3
      member anna 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo shop-a 2
      member bert PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw shop-b 2
      member carl _FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU shop-c 2
      signature O7Eu2jwpjbXeJVl_VNkk8uF-eKJq2JU-2CGO5oLwu76QIeLzAJ0VLJEb8fJexoOpAnFBZnZ6-9jlvQ-wEk7Lig
      """;

  @PutMapping(consumes = MediaType.TEXT_PLAIN_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putRoster",
      summary = "Puts a newer roster in force",
      description =
          "The keeper's signed text, the same that the client-services take. Sessions over data are"
              + " over its current cells from now on; those that run over cells of an older version"
              + " fail as roster-superseded. The same text again is fine. The coordinator rejects"
              + " faults that client-services reject, as far as it knows what they know;"
              + " signatures are verified if privirec.coordinator.roster-key is configured.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.TEXT_PLAIN_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(EXAMPLE))))
  @Problems({
    ProblemType.MALFORMED_ROSTER,
    ProblemType.OUTDATED_ROSTER,
    ProblemType.ROSTER_CONFLICT,
    ProblemType.BAD_SIGNATURE,
    ProblemType.ROSTER_KEY_MISMATCH,
    ProblemType.ATOM_TOO_SMALL,
    ProblemType.CELL_MISSING,
    ProblemType.CELL_CHANGED,
    ProblemType.NAME_REUSED,
    ProblemType.LINE_MISSING,
    ProblemType.KEY_REUSED,
    ProblemType.UNAVAILABLE,
    ProblemType.BAD_WAIVER
  })
  RosterView put(@Parameter(hidden = true) InputStream body) throws IOException {
    byte[] text = body.readNBytes(SignedRoster.MAX_TEXT_BYTES + 1);
    if (text.length > SignedRoster.MAX_TEXT_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE,
          "a roster has at most " + SignedRoster.MAX_TEXT_BYTES + " bytes");
    }
    Roster roster = rosters.put(text);
    return new RosterView(
        roster.version(),
        roster.digest().hex(),
        roster.members().size(),
        roster.cells().stream().map(RosterController::view).toList(),
        participants.all().stream()
            .filter(enrolled ->
                roster.currentCellOf(enrolled.id()).isEmpty()
                    || !roster.keyOf(enrolled.id()).equals(Optional.of(enrolled.identityKey())))
            .map(enrolled -> enrolled.id().value())
            .toList());
  }

  @GetMapping(produces = MediaType.TEXT_PLAIN_VALUE)
  @Operation(operationId = "getRoster", summary = "The roster in force, as it was signed")
  @ApiResponse(
      responseCode = "200",
      description = "The roster",
      content =
          @Content(
              mediaType = MediaType.TEXT_PLAIN_VALUE,
              schema = @Schema(type = "string"),
              examples = @ExampleObject(EXAMPLE)))
  @Problems(ProblemType.NO_ROSTER)
  String get() {
    return rosters.requireCurrent().text();
  }

  private static CellView view(Cell cell) {
    return new CellView(cell.number(), cell.minimum(), cell.former(), cell.members().size());
  }
}
