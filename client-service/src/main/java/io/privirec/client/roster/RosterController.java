package io.privirec.client.roster;

import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
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

@RestController
@RequestMapping("/v1/roster")
@Tag(name = "Roster")
record RosterController(Rosters rosters, ParticipantStore participants) {
  private static final String EXAMPLE =
      """
      privirec-roster v2
      version 7
      cell 1 min 3
      member shop-a PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw shop-a 1
      member shop-b _FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU shop-b 1
      member shop-c J4EX_BRMcjQPZ9DyMW6Dhs7_vyskKMnFH-98WX8dQm4 shop-c 1
      signature GCucdfxk6D74Aq-LLN9UD3zwMwWRp6GINahQIFyoXE6GhFp7h2z4D7KS1rzhEvko38E79FDW6ePRI69115WtDQ
      """;

  @PutMapping(consumes = MediaType.TEXT_PLAIN_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putRoster",
      summary = "Put a newer roster in force",
      description =
          "A text signed with the key of privirec.client.roster-key. It must list every cell that a"
              + " participant hosted here has joined a round over, and tell nobody apart in groups that"
              + " are too small. Sessions that rest on an earlier roster are refused from now on.",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.TEXT_PLAIN_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject(EXAMPLE))))
  @Problems({
    ProblemType.ROSTER_KEY_MISSING,
    ProblemType.BAD_SIGNATURE,
    ProblemType.MALFORMED_ROSTER,
    ProblemType.OUTDATED_ROSTER,
    ProblemType.ROSTER_CONFLICT,
    ProblemType.ROSTER_KEY_MISMATCH,
    ProblemType.ATOM_TOO_SMALL,
    ProblemType.CELL_MISSING,
    ProblemType.USER_AT_OTHER_PARTICIPANT,
    ProblemType.CELL_CHANGED,
    ProblemType.NAME_REUSED,
    ProblemType.LINE_MISSING,
    ProblemType.KEY_REUSED,
    ProblemType.BAD_WAIVER
  })
  RosterView put(@Parameter(hidden = true) InputStream body) throws IOException {
    byte[] text = body.readNBytes(SignedRoster.MAX_TEXT_BYTES + 1);
    if (text.length > SignedRoster.MAX_TEXT_BYTES) {
      throw new ProblemException(
          ProblemType.PAYLOAD_TOO_LARGE,
          "a roster has at most " + SignedRoster.MAX_TEXT_BYTES + " bytes");
    }
    Roster roster = rosters.put(text).roster();
    return new RosterView(
        roster.version(),
        roster.digest().hex(),
        roster.members().size(),
        roster.cells().stream().map(RosterController::view).toList(),
        participants.enrolled().stream()
            .filter(hosted -> !isListed(hosted, roster))
            .map(hosted -> hosted.id().value())
            .toList());
  }

  private static boolean isListed(Participant hosted, Roster roster) {
    return roster.currentCellOf(hosted.id()).isPresent()
        && roster.keyOf(hosted.id()).equals(Optional.of(hosted.identity().publicKey()));
  }

  private static CellView view(Cell cell) {
    return new CellView(cell.number(), cell.minimum(), cell.former(), cell.members().size());
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
    return rosters
        .current()
        .orElseThrow(() -> new ProblemException(ProblemType.NO_ROSTER, "no roster is in force"))
        .text();
  }
}
