package io.privirec.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether the services have the properties that they are given, and k8s/README.md the Secrets that
/// are asked for.
final class ConfigurationCheck {
  private static final Set<String> TLS = Set.of("tls.crt", "tls.key");
  private static final Set<String> FILES = Set.of("postgresql-ca.crt");

  private ConfigurationCheck() {}

  static List<String> findings(List<Manifest> manifests) {
    List<String> findings = new ArrayList<>();
    Map<String, Set<String>> documented = Facts.documentedSecrets();
    for (Manifest manifest : manifests) {
      if (manifest.runsOurService()) {
        variables(manifest, manifests, findings);
      }
      if (manifest.isWorkload()) {
        for (JsonNode volume : manifest.at("/spec/template/spec/volumes")) {
          JsonNode secret = volume.at("/secret/secretName");
          if (secret.isTextual()) {
            secret(manifest, secret.asText(), documented, findings);
          }
        }
      }
      for (JsonNode tls : manifest.at("/spec/tls")) {
        if (!TLS.equals(documented.get(tls.path("secretName").asText()))) {
          findings.add(manifest + ": k8s/README.md has no Secret " + tls.path("secretName"));
        }
      }
    }
    return findings;
  }

  private static void variables(
      Manifest workload, List<Manifest> manifests, List<String> findings) {
    for (JsonNode source : workload.container().path("envFrom")) {
      String name = source.at("/configMapRef/name").asText();
      manifests.stream()
          .filter(map -> map.kind().equals("ConfigMap") && map.name().equals(name))
          .flatMap(map -> Manifest.strings(map.at("/data")).keySet().stream())
          .filter(variable -> !Facts.hasVariable(workload.service(), variable))
          .forEach(
              variable -> findings.add(workload.service() + ": there is no property " + variable));
    }
    for (JsonNode variable : workload.container().path("env")) {
      if (!Facts.hasVariable(workload.service(), variable.path("name").asText())) {
        findings.add(workload.service() + ": there is no property " + variable.path("name"));
      }
    }
  }

  private static void secret(
      Manifest workload, String name, Map<String, Set<String>> documented, List<String> findings) {
    Set<String> keys = documented.get(name);
    if (keys == null) {
      findings.add(workload + ": k8s/README.md has no Secret " + name);
    } else if (workload.runsOurService()) {
      keys.stream()
          .filter(key -> !FILES.contains(key) && !Facts.hasProperty(workload.service(), key))
          .forEach(key -> findings.add(workload.service() + ": there is no property " + key));
    }
  }
}
