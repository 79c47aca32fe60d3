package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The pages that a problem's `type` points to.
@RestController
@RequestMapping("/problems")
@Tag(name = "Problems", description = "What the codes of problem details mean")
class ProblemPages {
  private static final List<Page> PAGES =
      Arrays.stream(ProblemType.values())
          .map(type -> new Page(type.type(), type.code(), type.title(), type.status()))
          .toList();

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "listProblemTypes", summary = "Every kind of problem")
  List<Page> all() {
    return PAGES;
  }

  @GetMapping(path = "/{code}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "getProblemType", summary = "One kind of problem, by its code")
  @Problems(ProblemType.NOT_FOUND)
  Page one(@PathVariable String code) {
    return PAGES.stream()
        .filter(page -> page.code().equals(code))
        .findFirst()
        .orElseThrow(
            () -> new ProblemException(ProblemType.NOT_FOUND, "There is no problem of this code"));
  }

  /// A kind of problem.
  @Schema(
      example =
          """
          {"type": "/problems/invalid-value", "code": "invalid-value", "title": "Invalid value",
           "status": 422}\
          """)
  record Page(String type, String code, String title, int status) {}
}
