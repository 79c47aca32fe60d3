package io.privirec.client.interactions;

import io.privirec.client.participant.HostedParticipants;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.filter.data.FileFormat;
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
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Imports of interactions, in the body or by file.
@RestController
@Problems({
  ProblemType.UNKNOWN_PARTICIPANT,
  ProblemType.UNKNOWN_ITEM,
  ProblemType.BROKEN_LINE,
  ProblemType.EMPTY_DATASET,
  ProblemType.INVALID_VALUE,
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
    HostedParticipants participants, InteractionImport imports, ImportSettings files) {
  private static final String ALL_OR_NOTHING =
      "All or nothing. A broken line or an item that the catalogue does not have refuses the whole,"
          + " with line numbers. Of a pair of user and item that is repeated, the newest line counts, with"
          + " its rating and its time. A first line that names the columns is a header, and columns of"
          + " other names are ignored. Lines may also be JSON objects. Separators are comma, tab, ;, ::"
          + " and |. Text is UTF-8 or has a byte order mark, gzipped or not. Gzip data may unpack to 8"
          + " GiB, and from 1 MiB on to 50 times its size. Parameters of the query state what the content"
          + " does not decide.";

  @PostMapping(
      path = "/interactions",
      consumes = {"text/csv", MediaType.APPLICATION_NDJSON_VALUE})
  @FormatParameters
  @Operation(
      operationId = "importInteractions",
      summary = "Import interactions as CSV user,item[,rating[,timestamp]], or as JSON Lines",
      description = ALL_OR_NOTHING,
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content = {
                @Content(
                    mediaType = "text/csv",
                    schema = @Schema(type = "string"),
                    examples = @ExampleObject("user,item,rating\nalice,book-17,5\n")),
                @Content(
                    mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                    schema = @Schema(type = "string"),
                    examples =
                        @ExampleObject(
                            """
                            {"user_id": "alice", "item_id": "book-17"}
                            {"user_id": "bob", "item_id": "book-3"}
                            """))
              }))
  ImportReport csv(
      @PathVariable String participant,
      @Parameter(hidden = true) @RequestParam Map<String, String> options,
      @Parameter(hidden = true) @RequestHeader(HttpHeaders.CONTENT_TYPE) MediaType type,
      @Parameter(hidden = true) InputStream body)
      throws IOException {
    Map<String, String> stated = new HashMap<>(options);
    if (type.getCharset() != null) {
      stated.putIfAbsent("charset", type.getCharset().name());
    }
    return imports.read(participants.require(participant).id(), body, format(stated));
  }

  @PostMapping("/imports")
  @FormatParameters
  @Operation(
      operationId = "importFile",
      summary = "Import a file of interactions that lies below privirec.client.import-dir",
      description = ALL_OR_NOTHING)
  ImportReport file(
      @PathVariable String participant,
      @Parameter(hidden = true) @RequestParam Map<String, String> options,
      @Valid @RequestBody FileImport request)
      throws IOException {
    var id = participants.require(participant).id();
    FileFormat format = format(options);
    try (InputStream in = files.open(request.file())) {
      return imports.read(id, in, format);
    }
  }

  private static FileFormat format(Map<String, String> options) {
    try {
      return FileFormat.of(options);
    } catch (FileFormat.OptionException e) {
      throw ProblemException.at(
          "/" + e.option(), ProblemType.INVALID_VALUE, e.option() + " " + e.getMessage());
    }
  }

  /// Names a file.
  ///
  /// @param file path below the import directory
  @Schema(example = "{\"file\": \"2026/clicks.csv.gz\"}")
  record FileImport(@NotBlank String file) {}
}
