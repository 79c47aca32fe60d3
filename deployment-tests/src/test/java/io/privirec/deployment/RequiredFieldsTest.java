package io.privirec.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a type in Java cannot say: fields that the API requires, and the kinds of the Prometheus
/// operator. The npm package kubernetes-models knows both; `k8s/check` installs it.
class RequiredFieldsTest {
  private static final Path NODE = Overlays.ROOT.resolve("deployment-tests/target/node");
  private static final ObjectMapper JSON = new ObjectMapper();

  /// A field that is missing, or has another type, of an object of production or of monitoring.
  private record Mutant(String object, String pointer, String value) {}

  private static final List<Mutant> MUTANTS =
      List.of(
          new Mutant("Deployment coordinator", "/spec/selector", null),
          new Mutant("Deployment coordinator", "/spec/template", null),
          new Mutant("Deployment coordinator", "/spec/template/spec/containers/0/name", null),
          new Mutant(
              "Deployment coordinator",
              "/spec/template/spec/containers/0/ports/0/containerPort",
              null),
          new Mutant(
              "Deployment coordinator",
              "/spec/template/spec/containers/0/volumeMounts/0/mountPath",
              null),
          new Mutant("Deployment coordinator", "/spec/replicas", "\"two\""),
          new Mutant("Service coordinator", "/spec/ports/0/port", null),
          new Mutant("Ingress coordinator", "/spec/rules/0/http/paths/0/pathType", null),
          new Mutant("HorizontalPodAutoscaler recommender", "/spec/maxReplicas", null),
          new Mutant("NetworkPolicy recommender", "/spec/ingress", "\"none\""),
          new Mutant(
              "StatefulSet recommender",
              "/spec/template/spec/topologySpreadConstraints/0/maxSkew",
              null),
          new Mutant("ServiceMonitor privirec", "/spec/selector", null),
          new Mutant("ServiceMonitor privirec", "/spec/endpoints/0/interval", "15"),
          new Mutant("PrometheusRule privirec", "/spec/groups/0/name", null),
          new Mutant("PrometheusRule privirec", "/spec/groups/0/rules/0/expr", null));

  @TempDir Path directory;

  @Test
  void manifests_haveWhatTheApiRequires_andMutantsDoNot() throws IOException {
    assumeTrue(Overlays.canRender(), "kubectl is not there");
    assumeTrue(
        Programs.areThere("node") && Files.isDirectory(NODE.resolve("node_modules")),
        "node or kubernetes-models is not there: k8s/check installs it");
    ArrayNode cases = JSON.createArrayNode();
    for (String overlay : Overlays.SERVICES) {
      add(cases, overlay, Overlays.of(overlay));
    }
    add(cases, "monitoring", Overlays.monitoring());
    for (Mutant mutant : MUTANTS) {
      add(cases, mutant.toString(), List.of(mutated(mutant)));
    }

    JsonNode findings = JSON.readTree(validate(cases));

    assertThat(findings.size()).isEqualTo(cases.size());
    findings
        .properties()
        .forEach(one -> {
          if (one.getKey().startsWith("Mutant")) {
            assertThat(one.getValue()).as(one.getKey()).isNotEmpty();
          } else {
            assertThat(one.getValue()).as(one.getKey()).isEmpty();
          }
        });
  }

  private static void add(ArrayNode cases, String name, List<Manifest> manifests) {
    ArrayNode objects = cases.addObject().put("case", name).putArray("objects");
    manifests.forEach(manifest -> objects.add(manifest.json()));
  }

  private static Manifest mutated(Mutant mutant) throws IOException {
    Manifest manifest =
        Stream.concat(Overlays.of("production").stream(), Overlays.monitoring().stream())
            .filter(one -> one.toString().equals(mutant.object()))
            .findFirst()
            .orElseThrow();
    int last = mutant.pointer().lastIndexOf('/');
    ObjectNode parent = (ObjectNode) manifest.at(mutant.pointer().substring(0, last));
    String field = mutant.pointer().substring(last + 1);
    assertThat(parent.has(field)).as(mutant.toString()).isTrue();
    if (mutant.value() == null) {
      parent.remove(field);
    } else {
      parent.set(field, JSON.readTree(mutant.value()));
    }
    return manifest;
  }

  private String validate(ArrayNode cases) throws IOException {
    Path file = Files.writeString(directory.resolve("cases.json"), cases.toString());
    Programs.Result result = Programs.run(NODE, "node", "required.mjs", file.toString());
    assertThat(result.status()).as(result.output()).isZero();
    return result.output();
  }
}
