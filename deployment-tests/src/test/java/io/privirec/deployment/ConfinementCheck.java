package io.privirec.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a pod may do, and how much it takes.
final class ConfinementCheck {
  private static final Map<String, String> OF_PODS =
      Map.of(
          "/automountServiceAccountToken", "false",
          "/enableServiceLinks", "false",
          "/securityContext/runAsNonRoot", "true",
          "/securityContext/seccompProfile/type", "\"RuntimeDefault\"");
  private static final Map<String, String> OF_CONTAINERS =
      Map.of(
          "/securityContext/allowPrivilegeEscalation", "false",
          "/securityContext/readOnlyRootFilesystem", "true",
          "/securityContext/capabilities", "{\"drop\":[\"ALL\"]}");

  private ConfinementCheck() {}

  static List<String> findings(List<Manifest> manifests) {
    List<String> findings = new ArrayList<>();
    for (Manifest manifest : manifests) {
      if (manifest.kind().equals("Secret")) {
        findings.add(manifest + ": secrets are in no manifest");
      }
      if (manifest.isWorkload()) {
        JsonNode pod = manifest.at("/spec/template/spec");
        JsonNode container = manifest.container();
        OF_PODS.forEach((pointer, wanted) -> require(manifest, pod, pointer, wanted, findings));
        OF_CONTAINERS.forEach(
            (pointer, wanted) -> require(manifest, container, pointer, wanted, findings));
        resources(manifest, container.path("resources"), findings);
        volumes(manifest, pod, findings);
        if (manifest.runsOurService()) {
          ourService(manifest, pod, container, findings);
        }
      }
    }
    return findings;
  }

  private static void require(
      Manifest manifest, JsonNode json, String pointer, String wanted, List<String> findings) {
    if (!json.at(pointer).toString().equals(wanted)) {
      findings.add("%s: %s is not %s".formatted(manifest, pointer, wanted));
    }
  }

  private static void resources(Manifest manifest, JsonNode resources, List<String> findings) {
    String limit = resources.at("/limits/memory").asText();
    if (limit.isEmpty() || !limit.equals(resources.at("/requests/memory").asText())) {
      findings.add(manifest + ": memory that is requested is not the limit");
    }
    if (resources.at("/requests/cpu").isMissingNode() || resources.at("/limits").has("cpu")) {
      findings.add(manifest + ": processor time is requested, and not limited");
    }
  }

  private static void volumes(Manifest manifest, JsonNode pod, List<String> findings) {
    for (JsonNode volume : pod.path("volumes")) {
      if (volume.has("emptyDir") && !volume.at("/emptyDir").has("sizeLimit")) {
        findings.add(manifest + ": volume " + volume.path("name").asText() + " has no limit");
      }
      if (volume.has("hostPath")) {
        findings.add(manifest + ": volume " + volume.path("name").asText() + " is of the host");
      }
    }
  }

  private static void ourService(
      Manifest manifest, JsonNode pod, JsonNode container, List<String> findings) {
    int user = Facts.image(manifest.service()).user();
    for (String of : List.of("runAsUser", "runAsGroup", "fsGroup")) {
      require(manifest, pod, "/securityContext/" + of, String.valueOf(user), findings);
    }
    require(manifest, pod, "/terminationGracePeriodSeconds", "40", findings);
    require(manifest, container, "/lifecycle/preStop/sleep/seconds", "5", findings);
    if (manifest.service().equals("client-service")
        && !(manifest.kind().equals("StatefulSet") && manifest.at("/spec/replicas").asInt() == 1)) {
      findings.add(manifest + ": a client's ledgers must not run twice");
    }
  }
}
