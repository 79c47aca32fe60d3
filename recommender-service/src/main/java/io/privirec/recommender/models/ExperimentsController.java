package io.privirec.recommender.models;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.Problems;
import io.privirec.recommender.experiment.Experiment;
import io.privirec.wire.ExperimentArm;
import io.privirec.wire.ExperimentRequest;
import io.privirec.wire.ExperimentView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Experiments: begun, changed, listed, ended.
@RestController
@Tag(name = "Experiments", description = "Models compared on a fixed part of the subjects each")
class ExperimentsController {
  private final Models models;

  ExperimentsController(Models models) {
    this.models = models;
  }

  @PutMapping(
      path = "/v1/experiments/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "putExperiment",
      summary = "Begins an experiment, or changes it",
      description =
          "A subject belongs to the arm that a hash of salt and subject says: the same one for as"
              + " long as salt, order and weights of the arms are the same, also after a restart."
              + " Every arm's model must be loaded, and stays loaded.")
  @ApiResponse(responseCode = "200", description = "Changed", useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Begun", useReturnTypeSchema = true)
  @Problems(ProblemType.TOO_MANY_EXPERIMENTS)
  ResponseEntity<ExperimentView> put(
      @Parameter(example = "krylov")
          @PathVariable
          @Pattern(regexp = ExperimentArm.NAME, message = "must match {regexp}")
          String name,
      @Valid @RequestBody ExperimentRequest request) {
    requireDistinct(request.arms());
    boolean fresh = models.put(name, request.salt(), request.arms());
    return ResponseEntity.status(fresh ? HttpStatus.CREATED : HttpStatus.OK).body(get(name));
  }

  @GetMapping(path = "/v1/experiments", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "listExperiments",
      summary = "The experiments that run, the oldest first",
      description = "Requests with a subject that name no experiment belong to the oldest one.")
  @Tagged
  List<ExperimentView> list() {
    return models.experiments().stream().map(ExperimentsController::view).toList();
  }

  @GetMapping(path = "/v1/experiments/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "getExperiment", summary = "One experiment")
  @Problems(ProblemType.UNKNOWN_EXPERIMENT)
  @Tagged
  ExperimentView get(@PathVariable String name) {
    return models.experiments().stream()
        .filter(experiment -> experiment.name().equals(name))
        .map(ExperimentsController::view)
        .findFirst()
        .orElseThrow(ModelRefusal.UnknownExperiment::new);
  }

  @DeleteMapping("/v1/experiments/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "endExperiment",
      summary = "Ends an experiment: its subjects get the active model",
      responses = @ApiResponse(responseCode = "204", description = "Ended"))
  @Problems(ProblemType.UNKNOWN_EXPERIMENT)
  void end(@PathVariable String name) {
    models.end(name);
  }

  private static void requireDistinct(List<ExperimentArm> arms) {
    Set<String> names = new HashSet<>();
    for (int n = 0; n < arms.size(); n++) {
      if (!names.add(arms.get(n).name())) {
        throw ProblemException.at(
            "/arms/%s/name".formatted(n), ProblemType.INVALID_VALUE, "is that of an earlier arm");
      }
    }
  }

  private static ExperimentView view(Experiment experiment) {
    return new ExperimentView(
        experiment.name(), experiment.salt(), experiment.arms(), experiment.createdAt());
  }
}
