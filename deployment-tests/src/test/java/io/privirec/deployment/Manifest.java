package io.privirec.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// One object of Kubernetes, as kustomize renders it.
record Manifest(JsonNode json) {
  String kind() {
    return json.path("kind").asText();
  }

  String name() {
    return json.at("/metadata/name").asText();
  }

  String namespace() {
    return json.at("/metadata/namespace").asText();
  }

  Map<String, String> labels() {
    return strings(json.at("/metadata/labels"));
  }

  JsonNode at(String pointer) {
    return json.at(pointer);
  }

  boolean isWorkload() {
    return kind().equals("Deployment") || kind().equals("StatefulSet");
  }

  /// Of a workload: the labels of its pods.
  Map<String, String> podLabels() {
    return strings(at("/spec/template/metadata/labels"));
  }

  /// Of a workload: its container. None has several.
  JsonNode container() {
    return at("/spec/template/spec/containers/0");
  }

  /// Of a workload: the module that its container runs, `coordinator-service` for instance; that of
  /// PostgreSQL is `postgresql`.
  String service() {
    return podLabels().getOrDefault("app.kubernetes.io/name", "");
  }

  boolean runsOurService() {
    return isWorkload() && Facts.SERVICES.contains(service());
  }

  static Map<String, String> strings(JsonNode object) {
    Map<String, String> strings = new TreeMap<>();
    object.properties().forEach(entry -> strings.put(entry.getKey(), entry.getValue().asText()));
    return strings;
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  static List<String> texts(JsonNode array) {
    return each(array).map(JsonNode::asText).toList();
  }

  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
