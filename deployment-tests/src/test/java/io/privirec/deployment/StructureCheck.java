package io.privirec.deployment;

import static io.privirec.deployment.Manifest.each;
import static io.privirec.deployment.Manifest.strings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether what manifests say of each other is so: selectors, ports, probes, names.
final class StructureCheck {
  private static final Map<String, String> PROBES =
      Map.of("startupProbe", "/livez", "livenessProbe", "/livez", "readinessProbe", "/readyz");
  private static final Set<String> PUBLIC_PATHS = Set.of("/v1", "/", "/page.css");

  private final List<Manifest> manifests;
  private final List<String> findings = new ArrayList<>();

  private StructureCheck(List<Manifest> manifests) {
    this.manifests = manifests;
  }

  static List<String> findings(List<Manifest> manifests) {
    StructureCheck check = new StructureCheck(manifests);
    Set<String> seen = new HashSet<>();
    for (Manifest manifest : manifests) {
      if (!seen.add(manifest.toString())) {
        check.found(manifest, "is there twice");
      }
      check.namespace(manifest);
      switch (manifest.kind()) {
        case "Deployment", "StatefulSet" -> check.workload(manifest);
        case "Service" -> check.service(manifest);
        case "Ingress" -> check.ingress(manifest);
        case "HorizontalPodAutoscaler" -> check.scaling(manifest);
        case "PodDisruptionBudget" -> check.selects(manifest, manifest.at("/spec/selector"));
        default -> {
          // TypeCheck and TrafficCheck look at the rest.
        }
      }
    }
    return check.findings;
  }

  private void found(Manifest manifest, String what) {
    findings.add(manifest + ": " + what);
  }

  private void namespace(Manifest manifest) {
    String namespace =
        manifests.stream()
            .filter(one -> one.kind().equals("Namespace"))
            .map(Manifest::name)
            .findFirst()
            .orElse("");
    if (!manifest.kind().equals("Namespace") && !manifest.namespace().equals(namespace)) {
      found(manifest, "is not in the namespace");
    }
  }

  private void workload(Manifest workload) {
    JsonNode selector = workload.at("/spec/selector/matchLabels");
    if (selector.isEmpty() || !covers(strings(selector), workload.podLabels())) {
      found(workload, "does not select its own pods");
    }
    volumes(workload);
    for (JsonNode source : workload.container().path("envFrom")) {
      if (find("ConfigMap", source.at("/configMapRef/name").asText()).isEmpty()) {
        found(workload, "there is no ConfigMap " + source.at("/configMapRef/name").asText());
      }
    }
    if (workload.kind().equals("StatefulSet")
        && find("Service", workload.at("/spec/serviceName").asText()).isEmpty()) {
      found(workload, "there is no Service " + workload.at("/spec/serviceName").asText());
    }
    if (workload.runsOurService()) {
      PROBES.forEach((probe, path) -> probe(workload, probe, path));
      Facts.Image image = Facts.image(workload.service());
      if (each(workload.container().path("ports"))
          .noneMatch(port ->
              port.path("name").asText().equals("http")
                  && port.path("containerPort").asInt() == image.port())) {
        found(workload, "http is not the port of the image, " + image.port());
      }
      if (each(workload.container().path("volumeMounts"))
          .noneMatch(mount -> mount.path("mountPath").asText().equals(image.data()))) {
        found(workload, "nothing is mounted at the data directory, " + image.data());
      }
      if (!workload.container().path("image").asText().contains("privirec/" + workload.service())) {
        found(workload, "runs another image");
      }
    }
  }

  private void probe(Manifest workload, String probe, String path) {
    JsonNode get = workload.container().path(probe).path("httpGet");
    if (!get.path("path").asText().equals(path)) {
      found(workload, probe + " does not ask " + path);
    }
    if (!hasPort(workload, get.path("port"))) {
      found(workload, probe + " asks a port that the container does not have: " + get.path("port"));
    }
  }

  private void volumes(Manifest workload) {
    JsonNode pod = workload.at("/spec/template/spec");
    Set<String> volumes = new HashSet<>();
    for (JsonNode volume : pod.path("volumes")) {
      volumes.add(volume.path("name").asText());
      JsonNode claim = volume.at("/persistentVolumeClaim/claimName");
      if (claim.isTextual() && find("PersistentVolumeClaim", claim.asText()).isEmpty()) {
        found(workload, "there is no PersistentVolumeClaim " + claim.asText());
      }
    }
    for (JsonNode template : workload.at("/spec/volumeClaimTemplates")) {
      volumes.add(template.at("/metadata/name").asText());
    }
    Set<String> mounted = new HashSet<>();
    for (JsonNode mount : workload.container().path("volumeMounts")) {
      mounted.add(mount.path("name").asText());
    }
    if (!mounted.equals(volumes)) {
      found(workload, "volumes " + volumes + ", mounted " + mounted);
    }
  }

  private void service(Manifest service) {
    Map<String, String> selector = strings(service.at("/spec/selector"));
    List<Manifest> selected =
        manifests.stream()
            .filter(Manifest::isWorkload)
            .filter(workload -> !selector.isEmpty() && covers(selector, workload.podLabels()))
            .toList();
    if (selected.size() != 1) {
      found(service, "selects the pods of " + selected);
      return;
    }
    for (JsonNode port : service.at("/spec/ports")) {
      if (!hasPort(selected.getFirst(), port.path("targetPort"))) {
        found(service, "the container has no port " + port.path("targetPort"));
      }
      if (each(selected.getFirst().container().path("ports"))
          .noneMatch(own -> own.path("containerPort").asInt() == port.path("port").asInt())) {
        found(service, "port " + port.path("port") + " is not the container's");
      }
    }
  }

  private void ingress(Manifest ingress) {
    for (JsonNode rule : ingress.at("/spec/rules")) {
      for (JsonNode path : rule.at("/http/paths")) {
        String name = path.at("/backend/service/name").asText();
        String port = path.at("/backend/service/port/name").asText();
        if (find("Service", name)
            .filter(service ->
                each(service.at("/spec/ports"))
                    .anyMatch(own -> own.path("name").asText().equals(port)))
            .isEmpty()) {
          found(ingress, "there is no Service " + name + " with a port " + port);
        }
        String address = path.path("path").asText();
        boolean prefix = path.path("pathType").asText().equals("Prefix");
        if (!PUBLIC_PATHS.contains(address) || prefix != address.equals("/v1")) {
          found(ingress, address + " is not for everybody");
        }
      }
    }
  }

  private void scaling(Manifest scaling) {
    JsonNode target = scaling.at("/spec/scaleTargetRef");
    Optional<Manifest> scaled = find(target.path("kind").asText(), target.path("name").asText());
    if (scaled.isEmpty()) {
      found(scaling, "there is no " + target.path("kind") + " " + target.path("name"));
    } else if (scaled.get().at("/spec").has("replicas")) {
      found(scaling, scaled.get() + " says how many, too");
    }
  }

  private void selects(Manifest manifest, JsonNode selector) {
    Map<String, String> labels = strings(selector.path("matchLabels"));
    if (labels.isEmpty()
        || manifests.stream()
            .filter(Manifest::isWorkload)
            .noneMatch(workload -> covers(labels, workload.podLabels()))) {
      found(manifest, "selects no pods");
    }
  }

  private Optional<Manifest> find(String kind, String name) {
    return manifests.stream()
        .filter(manifest -> manifest.kind().equals(kind) && manifest.name().equals(name))
        .findFirst();
  }

  private static boolean hasPort(Manifest workload, JsonNode port) {
    return each(workload.container().path("ports"))
        .anyMatch(own ->
            port.isTextual()
                ? own.path("name").equals(port)
                : own.path("containerPort").equals(port));
  }

  static boolean covers(Map<String, String> selector, Map<String, String> labels) {
    return labels.entrySet().containsAll(selector.entrySet());
  }
}
