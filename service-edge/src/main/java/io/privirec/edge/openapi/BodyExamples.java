package io.privirec.edge.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.privirec.wire.ProblemType;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/// Gives the schema of a record of wire-api the example that wire-api keeps of it.
final class BodyExamples {
  private BodyExamples() {}

  static void addTo(@SuppressWarnings("rawtypes") Map<String, Schema> schemas) {
    schemas.forEach((name, schema) -> {
      try (InputStream json = ProblemType.class.getResourceAsStream("examples/" + name + ".json")) {
        if (json != null) {
          schema.setExample(Json31.mapper().readTree(json));
        }
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the example of " + name + " is no JSON", e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
