package io.privirec.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Clients that are generated from the API send optional arrays as `[]` when nothing was set.
class EmptyArraysTest {
  /// Optional arrays of lines, which the documents describe as text.
  private static final List<String> OF_LINES =
      List.of("CatalogueItem.categories", "ItemMetadataLine.categories");

  @Test
  void optionalArray_ofARequest_meansTheSameEmptyAndAbsent() throws Exception {
    Set<String> arrays = new TreeSet<>(OF_LINES);
    for (String service : List.of("client", "coordinator", "recommender")) {
      arrays.addAll(optionalArrays(service));
    }
    assertThat(arrays)
        .contains(
            "RecommendationRequest.include",
            "UserRecommendationRequest.include",
            "SessionRequest.cohort",
            "ApprovalRequest.cells",
            "ItemMetadata.categories",
            "CategoryFilter.anyOf");
    for (String array : arrays) {
      assertThat(made(array, List.of())).as(array).isEqualTo(made(array, null));
    }
  }

  /// The optional arrays of all request bodies in an OpenAPI document.
  private static Set<String> optionalArrays(String service) throws IOException {
    JsonNode document =
        JsonMapper.shared()
            .readTree(Files.readString(Path.of("..", "docs", "openapi", service + ".json")));
    Set<String> schemas = new TreeSet<>();
    document.findValues("requestBody").forEach(body -> addSchemas(document, body, schemas));
    return schemas.stream()
        .flatMap(name -> optionalArrays(name, schema(document, name)))
        .collect(Collectors.toSet());
  }

  private static void addSchemas(JsonNode document, JsonNode within, Set<String> schemas) {
    for (String reference : within.findValuesAsString("$ref")) {
      String name = reference.substring(reference.lastIndexOf('/') + 1);
      if (schemas.add(name)) {
        addSchemas(document, schema(document, name), schemas);
      }
    }
  }

  private static JsonNode schema(JsonNode document, String name) {
    return document.at("/components/schemas/" + name);
  }

  private static Stream<String> optionalArrays(String name, JsonNode schema) {
    Set<String> required =
        schema.path("required").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    return schema
        .path("properties")
        .propertyStream()
        .filter(property -> property.getValue().path("type").toString().contains("\"array\""))
        .filter(property -> !required.contains(property.getKey()))
        .map(property -> name + "." + property.getKey());
  }

  /// A record whose other components are null.
  ///
  /// @param name of record and component
  private static Object made(String name, @Nullable Object value) throws Exception {
    Class<?> type =
        HiddenTextTest.records().stream()
            .filter(each -> name.startsWith(each.getSimpleName() + "."))
            .findAny()
            .orElseThrow(() -> new AssertionError("no record for " + name));
    RecordComponent[] components = type.getRecordComponents();
    Object[] values =
        Arrays.stream(components)
            .map(one -> name.endsWith("." + one.getName()) ? value : null)
            .toArray();
    var canonical =
        type.getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    canonical.setAccessible(true);
    return canonical.newInstance(values);
  }
}
