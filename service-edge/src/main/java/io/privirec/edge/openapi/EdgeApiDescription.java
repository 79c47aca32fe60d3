package io.privirec.edge.openapi;

import io.privirec.edge.auth.AccessRules;
import io.privirec.edge.problem.Problem;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Locale;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.http.HttpMethod;

/**
 * Adds to every operation the credentials that the access rules ask for and one shared answer for
 * everything that is not a success.
 */
final class EdgeApiDescription implements GlobalOpenApiCustomizer {
  private static final String PROBLEM = "Problem";

  private final AccessRules rules;

  EdgeApiDescription(AccessRules rules) {
    this.rules = rules;
  }

  @Override
  public void customise(OpenAPI api) {
    if (api.getComponents() == null) {
      api.setComponents(new Components());
    }
    Components components = api.getComponents();
    ModelConverters.getInstance(true)
        .resolveAsResolvedSchema(new AnnotatedType(Problem.class))
        .referencedSchemas
        .forEach(components::addSchemas);
    components.addSchemas(
        PROBLEM,
        ModelConverters.getInstance(true)
            .resolveAsResolvedSchema(new AnnotatedType(Problem.class))
            .schema);
    components.addResponses(
        PROBLEM,
        new ApiResponse()
            .description("Anything that is not a success, as problem details (RFC 9457)")
            .content(
                new Content()
                    .addMediaType(
                        Problem.MEDIA_TYPE,
                        new MediaType()
                            .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM)))));
    if (api.getPaths() == null) {
      return;
    }
    api.getPaths()
        .forEach((path, item) ->
            item.readOperationsMap()
                .forEach((method, operation) ->
                    describe(components, HttpMethod.valueOf(method.name()), path, operation)));
  }

  private void describe(
      Components components, HttpMethod method, String path, Operation operation) {
    operation
        .getResponses()
        .addApiResponse("default", new ApiResponse().$ref("#/components/responses/" + PROBLEM));
    for (String authority : rules.authoritiesFor(method, path)) {
      String scheme = authority.toLowerCase(Locale.ROOT);
      components.addSecuritySchemes(scheme, scheme(scheme));
      operation.addSecurityItem(new SecurityRequirement().addList(scheme));
    }
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
