package io.privirec.fuzz.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI document of a running service.
public final class ApiDocument {
  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final JsonNode document;

  private ApiDocument(JsonNode document) {
    this.document = document;
  }

  /// Asks the service at a port of this machine.
  public static ApiDocument of(int port) {
    URI uri = URI.create("http://localhost:" + port + "/v3/api-docs");
    try (HttpClient client = HttpClient.newHttpClient()) {
      String text =
          client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
      return new ApiDocument(JsonMapper.shared().readTree(text));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Fails unless the document is the one in the file. Names are sorted, as the order in which
  /// handlers are found is nobody's promise.
  ///
  /// @param name of the file in `docs/openapi`, without `.json`
  public void requireCheckedIn(String name) {
    CheckedInText.require(
        Path.of("openapi", name + ".json"),
        PRETTY.writeValueAsString(sorted(document)) + "\n",
        ("mvn test -am -pl %s-service -Dtest=ApiDocumentTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false")
            .formatted(name));
  }

  /// Fails unless every body of every operation has an example, and each is what its schema says.
  public void requireExamples() {
    List<String> faults = new ExampleCheck(document).faults();
    assertThat(faults).isEmpty();
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      ObjectNode sorted = JsonNodeFactory.instance.objectNode();
      node.propertyNames().stream()
          .sorted()
          .forEach(name -> sorted.set(name, sorted(node.get(name))));
      return sorted;
    }
    if (node.isArray()) {
      var array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(sorted(element)));
      return array;
    }
    return node;
  }
}
