package io.privirec.coordinator.identity;

import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.CoordinatorInfo;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "coordinator")
class CoordinatorController {
  private final CoordinatorInfo info;

  CoordinatorController(CoordinatorIdentity identity) {
    info =
        new CoordinatorInfo(
            identity.publicKey().base64Url(),
            Arrays.stream(ThreatModel.values()).map(ThreatModel::label).toList(),
            AlgorithmRegistry.NAMES);
  }

  @Operation(
      operationId = "getCoordinator",
      summary = "The coordinator's public key and what it offers")
  @GetMapping(path = "/v1/coordinator", produces = MediaType.APPLICATION_JSON_VALUE)
  CoordinatorInfo info() {
    return info;
  }
}
