package io.privirec.fuzz.document;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.privirec.wire.ProblemType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Looks for bodies without an example, examples that are not what their schema or their record
/// says, and problems that are none.
final class ExampleCheck {
  private static final String RECORDS = "io.privirec.wire.";
  private static final String PROBLEM = "application/problem+json";
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_MISSING_EXTERNAL_TYPE_ID_PROPERTY)
          .build();

  private final JsonNode document;
  private final List<String> faults = new ArrayList<>();

  ExampleCheck(JsonNode document) {
    this.document = document;
  }

  List<String> faults() {
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operation(operation.getValue());
      }
    }
    return faults;
  }

  private void operation(JsonNode operation) {
    String id = operation.get("operationId").asString();
    bodies(id + " request", resolve(operation.path("requestBody")).path("content"));
    for (Map.Entry<String, JsonNode> answer : operation.get("responses").properties()) {
      String where = id + " " + answer.getKey();
      JsonNode content = resolve(answer.getValue()).path("content");
      bodies(where, content);
      boolean isError = answer.getKey().equals("default") || answer.getKey().charAt(0) >= '4';
      if (isError != content.has(PROBLEM)) {
        faults.add(where + ": an answer is a problem exactly if it is no success");
      }
      for (JsonNode example : content.path(PROBLEM).path("examples")) {
        problem(where, answer.getKey(), resolve(example).path("value"));
      }
    }
  }

  private void bodies(String where, JsonNode content) {
    for (Map.Entry<String, JsonNode> body : content.properties()) {
      String mediaType = body.getKey();
      JsonNode schema = body.getValue().path("schema");
      if (schema.isMissingNode()) {
        faults.add(where + ": " + mediaType + " without a schema");
        continue;
      }
      if (resolve(schema).path("format").asString("").equals("binary")) {
        continue; // no text can be an example of it
      }
      List<JsonNode> examples = examples(body.getValue());
      if (examples.isEmpty()) {
        faults.add(where + ": " + mediaType + " without an example");
      }
      for (JsonNode example : examples) {
        valid(where + " " + mediaType, schema, example);
      }
    }
  }

  /// Those of the body, else that of its schema.
  private List<JsonNode> examples(JsonNode body) {
    List<JsonNode> examples = new ArrayList<>();
    if (body.has("example")) {
      examples.add(body.get("example"));
    }
    body.path("examples").forEach(example -> examples.add(resolve(example).get("value")));
    if (!examples.isEmpty()) {
      return examples;
    }
    JsonNode schema = resolve(body.path("schema"));
    if (schema.has("example")) {
      examples.add(schema.get("example"));
    } else if (schema.has("items") && resolve(schema.get("items")).has("example")) {
      examples.add(
          JsonNodeFactory.instance.arrayNode().add(resolve(schema.get("items")).get("example")));
    }
    return examples;
  }

  private void valid(String where, JsonNode schema, JsonNode example) {
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.set("components", document.get("components"));
    whole.putArray("allOf").add(schema);
    Schema compiled = SCHEMAS.getSchema(whole);
    compiled
        .validate(example)
        .forEach(fault -> faults.add("%s: %s, %s".formatted(where, fault, example)));
    boolean isList = schema.path("type").asString("").equals("array");
    String reference = (isList ? schema.get("items") : schema).path("$ref").asString("");
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    try {
      Class<?> type = Class.forName(RECORDS + name);
      for (JsonNode one : isList ? example.values() : List.of(example)) {
        STRICT.treeToValue(one, type);
      }
    } catch (ClassNotFoundException e) {
      return; // of the service alone: its schema has been checked
    } catch (JacksonException e) {
      faults.add("%s: %s".formatted(where, e.getMessage()));
    }
  }

  private void problem(String where, String status, JsonNode problem) {
    boolean isDeclared =
        Arrays.stream(ProblemType.values())
            .anyMatch(type ->
                type.code().equals(problem.path("code").asString(""))
                    && type.type().equals(problem.path("type").asString(""))
                    && type.status() == problem.path("status").asInt(0));
    if (!isDeclared
        || !(status.equals("default") || problem.path("status").asString().equals(status))) {
      faults.add(where + ": not a declared problem of this status: " + problem);
    }
  }

  private JsonNode resolve(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isString() ? resolve(document.at(reference.asString().substring(1))) : node;
  }
}
