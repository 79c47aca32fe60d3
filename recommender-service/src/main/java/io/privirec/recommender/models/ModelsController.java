package io.privirec.recommender.models;

import io.privirec.edge.etag.Tagged;
import io.privirec.edge.problem.Problems;
import io.privirec.wire.ModelList;
import io.privirec.wire.ModelView;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/// The loaded models, and which of them answers.
@RestController
@Tag(name = "Models", description = "Where answers come from")
class ModelsController {
  private final Models models;
  private final ModelLoading loading;

  ModelsController(Models models, ModelLoading loading) {
    this.models = models;
    this.loading = loading;
  }

  @GetMapping(path = "/v1/models", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "listModels",
      summary = "The loaded models, and which of them answers",
      description =
          "Each with the session and the participants it comes from and what was protected. No"
              + " models and no `active` while none is loaded. `claim`, and epsilon with it, is there"
              + " only while the coordinator states that the claim holds; `claimStatus` has the"
              + " reason. `inactive` has the releases that arrived and did not become active.")
  @Tagged
  ModelList models() {
    return models.list();
  }

  @GetMapping(path = "/v1/models/{version}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(operationId = "getModel", summary = "One loaded model")
  @Problems(ProblemType.UNKNOWN_MODEL)
  @Tagged
  ModelView model(@PathVariable String version) {
    return models.view(version);
  }

  @PostMapping(path = "/v1/models/{version}:load", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "loadModel",
      summary = "Loads a release beside the others, without activating it",
      description =
          "From the disk, else from the coordinator; verified and warmed up before this answers."
              + " Where as many models are loaded as may be, the oldest that answers nobody is"
              + " unloaded for it; `too-many-models` when there is none. Harmless when it is loaded"
              + " already.")
  @Problems({
    ProblemType.UNKNOWN_RELEASE,
    ProblemType.TOO_MANY_MODELS,
    ProblemType.RELEASE_REFUSED,
    ProblemType.MEMORY_FULL,
    ProblemType.STORAGE_FULL,
    ProblemType.COORDINATOR_UNREACHABLE
  })
  ModelList load(@PathVariable String version) throws InterruptedException {
    loading.load(version);
    return models.list();
  }

  @PostMapping(path = "/v1/models/{version}:activate", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "activateModel",
      summary = "Makes a loaded model the one that answers",
      description =
          "No request fails meanwhile: each is answered by one model or the other. `policy` says"
              + " whether a newer release will take its place by itself"
              + " (`privirec.recommender.manual-activation`). `release-not-accepted` for a release"
              + " without noise while `privirec.recommender.accept` is `private`.")
  @Problems({ProblemType.UNKNOWN_MODEL, ProblemType.RELEASE_NOT_ACCEPTED})
  ModelList activate(@PathVariable String version) {
    return models.activate(version);
  }

  @PostMapping(path = "/v1/models:rollback", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "rollbackModel",
      summary = "Makes the model active again that was before",
      description =
          "Once more goes back one more. `no-previous-model` when no loaded model was active"
              + " before.")
  @Problems({ProblemType.NO_PREVIOUS_MODEL, ProblemType.RELEASE_NOT_ACCEPTED})
  ModelList rollback() {
    return models.rollback();
  }

  @PostMapping(path = "/v1/models:pin", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "pinModel",
      summary = "Keeps the active model, whatever releases arrive",
      description =
          "Until `:follow`, also over restarts. `policy` is `pinned` afterwards. Newer releases are"
              + " loaded, and listed as `inactive`.")
  @Problems(ProblemType.MODEL_NOT_LOADED)
  ModelList pin() {
    return models.pin();
  }

  @PostMapping(path = "/v1/models:follow", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "followReleases",
      summary = "Activates the newest loaded model, and lets newer releases become active again",
      description =
          "The end of a pinned model: `policy` is `newest` afterwards. A model of popularity alone"
              + " counts only where no other is loaded.")
  ModelList follow() {
    return models.follow();
  }

  @PostMapping(path = "/v1/models/{version}:shadow", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "shadowModel",
      summary = "Has a loaded model answer a sample of requests unseen",
      description =
          "Beside the active model, later, and never to the caller: how many items both answer is"
              + " the histogram `recommender_shadow_overlap{model}`. `model-in-use` for the active"
              + " model.")
  @Problems({ProblemType.UNKNOWN_MODEL, ProblemType.MODEL_IN_USE})
  ModelList shadow(@PathVariable String version) {
    return models.shadow(version, true);
  }

  @DeleteMapping(path = "/v1/models/{version}:shadow", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "endShadow",
      summary = "Has a model answer unseen no more; harmless when it does not")
  @Problems(ProblemType.UNKNOWN_MODEL)
  ModelList endShadow(@PathVariable String version) {
    return models.shadow(version, false);
  }

  @PostMapping(path = "/v1/models/{version}:unload", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "unloadModel",
      summary = "Unloads a model that answers nobody",
      description =
          "Requests under way finish on it. `model-in-use` for the active model, a shadow, and the"
              + " model of an experiment's arm. Its files stay"
              + " among the newest releases on the disk, and `:load` brings it back.")
  @Problems({ProblemType.UNKNOWN_MODEL, ProblemType.MODEL_IN_USE})
  ModelList unload(@PathVariable String version) {
    return models.unload(version);
  }
}
