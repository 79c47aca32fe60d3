package io.privirec.recommender.models;

import io.privirec.wire.ModelView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Models", description = "Where answers come from")
class ModelsController {
  private final Models models;

  ModelsController(Models models) {
    this.models = models;
  }

  @GetMapping("/v1/models")
  @Operation(
      operationId = "listModels",
      summary = "The loaded models",
      description =
          "The model in use, with the session and the participants it comes from and what was"
              + " protected. Empty while none is loaded.")
  List<ModelView> models() {
    return models.active().stream().toList();
  }
}
