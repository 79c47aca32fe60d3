package io.privirec.edge.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.privirec.edge.auth.AccessRules;
import io.privirec.wire.ProblemType;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/// Adds to every operation the credentials that the access rules ask for and the problems it
/// answers with: those that its handler declares, and those that its body, parameters and
/// credentials bring.
record EdgeApiDescription(AccessRules rules) implements GlobalOpenApiCustomizer {
  @Override
  public void customise(OpenAPI api) {
    if (api.getComponents() == null) {
      api.setComponents(new Components());
    }
    Components components = api.getComponents();
    ProblemResponses problems = new ProblemResponses(components);
    RateLimitHeaders.addTo(components);
    addExamples(components.getSchemas());
    components.getSchemas().values().forEach(EdgeApiDescription::allowOverlap);
    components.getSchemas().values().forEach(EdgeApiDescription::enumerateNumbers);
    if (api.getPaths() == null) {
      return;
    }
    api.getPaths()
        .forEach((path, item) ->
            item.readOperationsMap()
                .forEach((method, operation) -> {
                  Collection<String> authorities =
                      rules.authoritiesFor(HttpMethod.valueOf(method.name()), path);
                  BinaryBodies.describeIn(operation);
                  secure(components, operation, authorities);
                  Set<ProblemType> kinds = problemsOf(operation, authorities);
                  if (kinds.contains(ProblemType.RANGE_NOT_SATISFIABLE)) {
                    BinaryBodies.describeParts(operation);
                  }
                  problems.addTo(operation, kinds);
                  RateLimitHeaders.addTo(operation);
                }));
  }

  /// The schema of a record of wire-api gets the example that wire-api keeps of it.
  private static void addExamples(@SuppressWarnings("rawtypes") Map<String, Schema> schemas) {
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

  /// Which alternative a value is may be said by a property beside it: the value itself can be
  /// valid as several, which `oneOf` would refuse.
  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void allowOverlap(Schema schema) {
    if (schema.getOneOf() != null && schema.getDiscriminator() == null) {
      schema.setAnyOf(schema.getOneOf());
      schema.setOneOf(null);
    }
  }

  /// Annotations give allowed values and defaults as text: no number would be one of them.
  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void enumerateNumbers(Schema schema) {
    Map<String, Schema> properties = schema.getProperties();
    if (properties == null) {
      return;
    }
    for (Schema property : properties.values()) {
      boolean isInteger = property.getTypes() != null && property.getTypes().contains("integer");
      if (isInteger && property.getEnum() != null) {
        List<Object> numbers = new ArrayList<>();
        property.getEnum().forEach(value -> numbers.add(Integer.valueOf(value.toString())));
        property.setEnum(numbers);
      }
      if (property.getDefault() instanceof String text && property.getTypes() != null) {
        if (property.getTypes().contains("number")) {
          property.setDefault(new BigDecimal(text));
        } else if (property.getTypes().contains("boolean")) {
          property.setDefault(Boolean.valueOf(text));
        }
      }
    }
  }

  private static void secure(
      Components components, Operation operation, Collection<String> authorities) {
    // In one order: the description is compared as text.
    for (String authority : new TreeSet<>(authorities)) {
      String scheme = authority.toLowerCase(Locale.ROOT);
      components.addSecuritySchemes(scheme, scheme(scheme));
      operation.addSecurityItem(new SecurityRequirement().addList(scheme));
    }
  }

  private static Set<ProblemType> problemsOf(Operation operation, Collection<String> authorities) {
    Set<ProblemType> problems = HandlerDescription.takeProblems(operation);
    problems.add(ProblemType.TOO_MANY_REQUESTS);
    problems.add(ProblemType.OVERLOADED);
    // Of what any request may have wrong: HTTP itself, credentials that are sent where none are
    // needed, a Content-Type that cannot be read, a body that is too long where none is expected.
    problems.add(ProblemType.MALFORMED_REQUEST);
    problems.add(ProblemType.UNAUTHENTICATED);
    problems.add(ProblemType.UNSUPPORTED_MEDIA_TYPE);
    problems.add(ProblemType.PAYLOAD_TOO_LARGE);
    RequestBody body = operation.getRequestBody();
    if (body != null) {
      problems.add(ProblemType.REQUEST_TIMEOUT);
      if (body.getContent() != null
          && body.getContent().containsKey(MediaType.APPLICATION_JSON_VALUE)) {
        problems.add(ProblemType.INVALID_VALUE);
      }
    }
    List<Parameter> parameters = operation.getParameters();
    if (parameters != null
        && parameters.stream().anyMatch(parameter -> "query".equals(parameter.getIn()))) {
      problems.add(ProblemType.INVALID_VALUE);
    }
    if (!authorities.isEmpty()) {
      problems.add(ProblemType.FORBIDDEN);
    }
    if (operation.getResponses().values().stream().anyMatch(one -> one.getContent() != null)) {
      problems.add(ProblemType.NOT_ACCEPTABLE);
    }
    return problems;
  }

  private static SecurityScheme scheme(String name) {
    SecurityScheme bearer = new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer");
    return name.equals("admin")
        ? bearer.description("The operator's token, generated at the first start")
        : bearer
            .bearerFormat("JWT")
            .description(
                "EdDSA JWT by the participant's identity key: sub, htm, htu, iat, exp (at most 60"
                    + " s), digest (hex SHA-256 of the body)");
  }
}
