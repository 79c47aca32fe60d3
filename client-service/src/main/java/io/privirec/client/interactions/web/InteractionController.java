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

/// Imports of interactions, in the body or by file.
@RestController
@Problems({
  ProblemType.UNKNOWN_PARTICIPANT,
  ProblemType.UNKNOWN_ITEM,
  ProblemType.BROKEN_LINE,
  ProblemType.EMPTY_DATASET,
  ProblemType.PAYLOAD_TOO_LARGE,
  ProblemType.USER_AT_OTHER_PARTICIPANT,
  ProblemType.COORDINATOR_UNREACHABLE,
  ProblemType.COORDINATOR_REFUSED
})
@RequestMapping(
    path = "/v1/participants/{participant}",
    produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Interactions")
record InteractionController(
    HostedParticipants participants, InteractionImport imports, ImportDirectory directory) {
  private static final String ALL_OR_NOTHING =
      "All or nothing. A broken line or an item that the catalogue does not have refuses the whole,"
          + " with line numbers. Of a pair of user and item that is repeated, the newest line counts, with"
          + " its rating and its time. A first line that names the columns is a header; separators are"
          + " comma, tab, ; and ::. Text is UTF-8, gzipped or not. Gzip data may unpack to 8 GiB, and"
          + " from 1 MiB on to 50 times its size.";

  @PostMapping(path = "/interactions", consumes = "text/csv")
  @Operation(
      operationId = "importInteractions",
      summary = "Import interactions as CSV user,item[,rating[,timestamp]]",
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
    return imports.read(participants.require(participant).id(), body);
  }

  @PostMapping("/imports")
  @Operation(
      operationId = "importFile",
      summary = "Import a file of interactions that lies below privirec.client.import-dir",
      description = ALL_OR_NOTHING)
  ImportReport file(@PathVariable String participant, @Valid @RequestBody FileImport request)
      throws IOException {
    var id = participants.require(participant).id();
    try (InputStream in = directory.open(request.file())) {
      return imports.read(id, in);
    }
  }

  /// Names a file.
  ///
  /// @param file path below the import directory
  @Schema(example = "{\"file\": \"2026/clicks.csv.gz\"}")
  record FileImport(@NotBlank String file) {}
}
