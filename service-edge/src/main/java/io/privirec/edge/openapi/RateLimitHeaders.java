package io.privirec.edge.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.List;

/// Describes the headers that tell a caller its rate, once in the components.
final class RateLimitHeaders {
  private static final String LIMIT = "RateLimit";
  private static final String POLICY = "RateLimit-Policy";

  private RateLimitHeaders() {}

  static void addTo(Components components) {
    components.addHeaders(
        LIMIT,
        new Header()
            .description(
                "What is left: `r` requests now, and `t` seconds until all of them are again;"
                    + " absent where no rate is set")
            .schema(new StringSchema())
            .example("\"default\";r=9999;t=1"));
    components.addHeaders(
        POLICY,
        new Header()
            .description("The rate of each caller: `q` requests in `w` seconds")
            .schema(new StringSchema())
            .example("\"default\";q=10000;w=1"));
  }

  /// Adds them to its successes and to its refusal for too many requests.
  static void addTo(Operation operation) {
    operation
        .getResponses()
        .forEach((status, response) -> {
          if (status.startsWith("2") || status.equals("429")) {
            for (String name : List.of(LIMIT, POLICY)) {
              response.addHeaderObject(name, new Header().$ref("#/components/headers/" + name));
            }
          }
        });
  }
}
