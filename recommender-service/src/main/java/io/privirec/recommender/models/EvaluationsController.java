package io.privirec.recommender.models;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.EvaluationView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// What models were measured at.
@RestController
@Tag(name = "Models", description = "Where answers come from")
class EvaluationsController {
  private final Evaluations evaluations;

  EvaluationsController(Evaluations evaluations) {
    this.evaluations = evaluations;
  }

  @PutMapping(
      path = "/v1/models/{version}/evaluations/{dataset}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putEvaluation",
      summary = "Tells what a loaded model was measured at",
      description =
          "On held-out data of that name, which no service has: `./lab evaluate --via http"
              + " --token-file FILE` does this. In place of what was told before of the same model"
              + " and data; shown as the gauges `recommender_eval{version,dataset,metric}`.")
  @Problems(ProblemType.UNKNOWN_MODEL)
  EvaluationView put(
      @Parameter(example = "r-20260102-1") @PathVariable String version,
      @Parameter(example = "gowalla")
          @PathVariable
          @Pattern(regexp = EvaluationRequest.DATASET, message = "must match {regexp}")
          String dataset,
      @Valid @RequestBody EvaluationRequest request) {
    return evaluations.put(version, dataset, request);
  }

  @GetMapping(
      path = "/v1/models/{version}/evaluations",
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "listEvaluations", summary = "What a loaded model was measured at")
  @Problems(ProblemType.UNKNOWN_MODEL)
  @Tagged
  List<EvaluationView> list(@PathVariable String version) {
    return evaluations.of(version);
  }
}
