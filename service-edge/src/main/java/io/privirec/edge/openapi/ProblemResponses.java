package io.privirec.edge.openapi;

import io.privirec.wire.Problem;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.converter.ResolvedSchema;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;

/// Describes problems: the schema and an example of each kind once, in the components.
final class ProblemResponses {
  private static final String PROBLEM = "Problem";
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final Set<Integer> WITH_RETRY_AFTER = Set.of(429, 503, 507);

  private final Components components;

  ProblemResponses(Components components) {
    this.components = components;
    ResolvedSchema problem =
        ModelConverters.getInstance(true).resolveAsResolvedSchema(new AnnotatedType(Problem.class));
    problem.referencedSchemas.forEach(components::addSchemas);
    components.addSchemas(PROBLEM, problem.schema);
    components.addResponses(
        PROBLEM,
        response(
            "Anything else that is not a success, as problem details (RFC 9457)",
            EnumSet.of(ProblemType.INTERNAL_ERROR, ProblemType.UNAVAILABLE)));
  }

  /// Adds a response for each status, with all kinds of problems that have it.
  void addTo(Operation operation, Collection<ProblemType> problems) {
    problems.stream()
        .collect(Collectors.groupingBy(ProblemType::status, TreeMap::new, Collectors.toList()))
        .forEach((status, kinds) ->
            operation
                .getResponses()
                .addApiResponse(status.toString(), response(titles(kinds), kinds)));
    operation
        .getResponses()
        .addApiResponse("default", new ApiResponse().$ref("#/components/responses/" + PROBLEM));
  }

  private static String titles(List<ProblemType> kinds) {
    return kinds.stream().map(ProblemType::title).sorted().collect(Collectors.joining(", or "));
  }

  private ApiResponse response(String description, Collection<ProblemType> kinds) {
    MediaType body = new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM));
    for (ProblemType kind : kinds) {
      components.addExamples(kind.code(), new Example().summary(kind.title()).value(example(kind)));
      body.addExamples(kind.code(), new Example().$ref("#/components/examples/" + kind.code()));
    }
    ApiResponse response =
        new ApiResponse()
            .description(description)
            .content(new Content().addMediaType(Problem.MEDIA_TYPE, body));
    if (kinds.stream().anyMatch(kind -> WITH_RETRY_AFTER.contains(kind.status()))) {
      response.addHeaderObject(
          HttpHeaders.RETRY_AFTER,
          new Header().description("Seconds to wait, where known").schema(new IntegerSchema()));
    }
    return response;
  }

  private static Problem example(ProblemType type) {
    List<Violation> errors =
        switch (type) {
          case INVALID_VALUE -> List.of(new Violation("/k", "must be less than or equal to 500"));
          case EXACT_UNAVAILABLE -> List.of(new Violation("/exact", type.example()));
          case UNKNOWN_ITEM -> List.of(new Violation("/items", "the catalogue has no such item"));
          default -> List.of();
        };
    return Problem.of(type, type.example(), TRACE, errors);
  }
}
