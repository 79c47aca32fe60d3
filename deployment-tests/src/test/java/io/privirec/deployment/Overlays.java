package io.privirec.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Renders directories of `k8s/` with `kubectl kustomize`.
final class Overlays {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  static final String REPLICAS = "production, with coordinator-replicas";
  static final String PEERS = "holder, with peers";
  static final List<String> SERVICES = List.of("dev", "production", "holder", REPLICAS, PEERS);
  static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final Map<String, String> RENDERED = new ConcurrentHashMap<>();

  private Overlays() {}

  static boolean canRender() {
    return Programs.areThere("kubectl");
  }

  static List<Manifest> monitoring() {
    return parse(render("k8s/monitoring"));
  }

  /// What a cluster gets of an overlay; new objects each time, that a mutant may change.
  static List<Manifest> of(String overlay) {
    return parse(
        render(
            switch (overlay) {
              case REPLICAS -> with("coordinator-replicas", "production", "privirec");
              case PEERS -> with("peers", "holder", "privirec-holder");
              default -> "k8s/overlays/" + overlay;
            }));
  }

  private static String render(String directory) {
    return RENDERED.computeIfAbsent(
        directory,
        path -> {
          Programs.Result result = Programs.run(ROOT, "kubectl", "kustomize", path);
          if (result.status() != 0) {
            throw new AssertionError(path + ": " + result.output());
          }
          return result.output();
        });
  }

  /// An overlay with the component that its file has as a comment.
  private static String with(String component, String overlay, String namespace) {
    Path directory = Path.of("deployment-tests", "target", component);
    String up = "../".repeat(directory.getNameCount());
    try {
      Files.createDirectories(ROOT.resolve(directory));
      Files.writeString(
          ROOT.resolve(directory).resolve("kustomization.yaml"),
          """
          apiVersion: kustomize.config.k8s.io/v1beta1
          kind: Kustomization
          namespace: %s
          resources: [%sk8s/overlays/%s]
          components: [%sk8s/components/%s]
          """
              .formatted(namespace, up, overlay, up, component),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return directory.toString();
  }

  private static List<Manifest> parse(String text) {
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      List<Manifest> manifests = new ArrayList<>();
      documents.forEachRemaining(document -> manifests.add(new Manifest(document)));
      return manifests;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
