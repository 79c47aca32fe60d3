package io.privirec.fuzz.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The operations of an OpenAPI document.
final class Operations {
  private Operations() {}

  /// One operation.
  ///
  /// @param parameters of its query
  /// @param mediaTypes of its body, none if it takes none
  /// @param schema of its JSON body, missing if it has none
  record Operation(
      String id,
      String method,
      String path,
      List<String> parameters,
      List<String> mediaTypes,
      JsonNode schema,
      Set<String> roles) {}

  static List<Operation> of(JsonNode document) {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operations.add(operation(path.getKey(), operation.getKey(), operation.getValue()));
      }
    }
    return operations;
  }

  private static Operation operation(String path, String method, JsonNode node) {
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : node.path("parameters")) {
      if (parameter.path("in").asString().equals("query")) {
        query.add(parameter.get("name").asString());
      }
    }
    Set<String> roles = new TreeSet<>();
    node.path("security").forEach(requirement -> requirement.propertyNames().forEach(roles::add));
    JsonNode content = node.at("/requestBody/content");
    return new Operation(
        node.get("operationId").asString(),
        method.toUpperCase(Locale.ROOT),
        path,
        query,
        List.copyOf(content.propertyNames()),
        content.at("/application~1json/schema"),
        roles);
  }
}
