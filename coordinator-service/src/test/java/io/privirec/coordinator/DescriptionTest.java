package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What the service says of itself: API description, health, metrics.
class DescriptionTest {
  private final Api api = RunningCoordinator.shared().api();

  @Test
  void apiDocs_asServed_areOpenApi31WithNamedOperations() {
    JsonNode description = Api.JSON.readTree(api.get("/v3/api-docs").bytes());

    assertThat(description.get("openapi").asString()).startsWith("3.1");
    description
        .get("paths")
        .forEach(path ->
            path.forEach(operation -> {
              assertThat(operation.get("operationId").asString()).doesNotContain("_").isNotBlank();
              assertThat(operation.get("summary").asString()).isNotBlank();
              operation
                  .path("parameters")
                  .forEach(parameter -> assertThat(parameter.has("schema")).isTrue());
            }));
    String gamma = "/components/schemas/PriviRecKGfCf/properties/gamma/default";
    assertThat(description.at(gamma).asDouble()).isEqualTo(1);
    assertThat(description.at(gamma).isNumber()).isTrue();
    JsonNode schemas = description.at("/components/schemas");
    assertThat(schemas.at("/SessionRequest/properties/parameters/$ref").asString())
        .isEqualTo("#/components/schemas/AlgorithmParameters");
    assertThat(schemas.at("/AlgorithmParameters/anyOf/0/$ref").asString())
        .isEqualTo("#/components/schemas/PriviRecKParameters");
    JsonNode model = schemas.at("/PriviRecKModel");
    assertThat(model.at("/oneOf")).hasSize(4);
    assertThat(model.at("/discriminator/propertyName").asString()).isEqualTo("type");
    assertThat(model.at("/discriminator/mapping/gf-cf").asString())
        .isEqualTo("#/components/schemas/PriviRecKGfCf");
    assertThat(schemas.at("/PriviRecKGfCf/properties/type/enum/0").asString()).isEqualTo("gf-cf");
    assertThat(schemas.at("/PriviRecKGfCf/required")).hasSize(1);
    assertThat(schemas.at("/SessionRequest/properties/algorithm/enum")).hasSize(12);
    assertThat(schemas.at("/RehearsalParameters/required/0").asString()).isEqualTo("elements");
  }

  @Test
  void health_ofARunningService_isUp() {
    assertThat(api.get("/livez").status()).isEqualTo(200);
    assertThat(api.get("/readyz").status()).isEqualTo(200);
  }

  @Test
  void metrics_afterARound_haveTheDocumentedNames() {
    var all = TestParticipant.enrolAll(api, "metrics", 3);
    BareRound round = BareRound.open(RunningCoordinator.shared(), all);
    assertThat(all.getFirst().get("/v1/rounds/" + round.hex() + "/message").problem())
        .isEqualTo("wrong-phase");
    round.run();
    try {
      round.sum();
    } catch (Exception e) {
      throw new AssertionError(e);
    }

    String metrics = api.get("/actuator/prometheus").text();

    assertThat(metrics)
        .contains(
            "secagg_sessions{phase=\"masked_input\"}",
            "secagg_phase_seconds_count{phase=\"advertise_keys\"}",
            "secagg_phase_seconds_bucket{phase=\"masked_input\"",
            "secagg_clients{state=\"joined\"}",
            "secagg_clients{state=\"late\"}",
            "secagg_bytes_total{direction=\"in\",kind=\"chunk\"}",
            "secagg_rejected_total{reason=\"wrong-phase\"}",
            "secagg_unmask_seconds_count",
            "secagg_recovered_dropouts_total");
    assertThat(metrics).doesNotContain(round.hex());
  }
}
