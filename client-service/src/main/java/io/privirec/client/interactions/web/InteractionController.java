package io.privirec.client.interactions.web;

import io.privirec.client.interactions.ImportDirectory;
import io.privirec.client.interactions.InteractionImport;
import io.privirec.client.participant.HostedParticipants;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ImportReport;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Imports from a body, or from a file of the import directory.
@RestController
@Problems({
  ProblemType.UNKNOWN_PARTICIPANT,
  ProblemType.UNKNOWN_ITEM,
  ProblemType.BROKEN_LINE,
  ProblemType.EMPTY_DATASET,
  ProblemType.COORDINATOR_UNREACHABLE,
  ProblemType.COORDINATOR_REFUSED
})
@RequestMapping("/v1/participants/{participant}")
@Tag(name = "Interactions")
class InteractionController {
  private static final String ALL_OR_NOTHING =
      "All or nothing. A broken line or an item that the catalogue does not have refuses the whole,"
          + " with line numbers. The rating is checked and not used.";

  private final HostedParticipants participants;
  private final InteractionImport imports;
  private final ImportDirectory directory;

  InteractionController(
      HostedParticipants participants, InteractionImport imports, ImportDirectory directory) {
    this.participants = participants;
    this.imports = imports;
    this.directory = directory;
  }

  @PostMapping(
      path = "/interactions",
      consumes = "text/csv",
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "importInteractions",
      summary = "Import interactions as CSV user,item[,rating]",
      description = ALL_OR_NOTHING,
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = "text/csv",
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject("user,item,rating\nalice,book-17,5\n"))))
  ImportReport csv(@PathVariable String participant, @Parameter(hidden = true) InputStream body)
      throws IOException {
    return imports.csv(participants.require(participant).id(), body);
  }

  @PostMapping(path = "/imports", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "importFile",
      summary = "Import a CSV file (.gz too) that lies below privirec.client.import-dir",
      description = ALL_OR_NOTHING)
  ImportReport file(@PathVariable String participant, @Valid @RequestBody FileImport request)
      throws IOException {
    var id = participants.require(participant).id();
    try (InputStream in = directory.open(request.file())) {
      return imports.csv(id, in);
    }
  }

  /// Names a file.
  ///
  /// @param file path below the import directory
  @Schema(example = "{\"file\": \"2026/clicks.csv.gz\"}")
  record FileImport(@NotBlank String file) {}
}
