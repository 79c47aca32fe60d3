package io.privirec.recommender;

import io.privirec.edge.Service;
import io.privirec.edge.auth.AccessRules;
import io.privirec.edge.postgres.Installation;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;

/// Serves recommendations from the newest release of one coordinator.
@SpringBootApplication
@ConfigurationPropertiesScan
@OpenAPIDefinition(
    info =
        @Info(
            title = "PriviRec recommender",
            version = "1",
            license = @License(name = "Apache License 2.0", identifier = "Apache-2.0"),
            description =
                "Top-k recommendations from a signed release. A history comes with the request"
                    + " and is not stored; every answer names the model it is from."))
class RecommenderApplication {
  public static void main(String[] args) {
    Service.run(RecommenderApplication.class, args);
  }

  /// Replicas share a database, and each has models, experiments and jobs of its own.
  @Bean
  Installation.Directories directories() {
    return Installation.Directories.MANY;
  }

  /// Answers are open to whoever reaches the port: there is nothing of anybody in here.
  @Bean
  AccessRules accessRules() {
    return AccessRules.builder()
        .open(HttpMethod.GET, "/", "/page.css")
        .open(HttpMethod.POST, "/")
        .open(
            HttpMethod.POST,
            "/v1/recommendations",
            "/v1/recommendations:batch",
            "/v1/scores",
            "/v1/items/similar")
        .open(HttpMethod.GET, "/v1/items/{id}/similar", "/v1/items/popular")
        .open(
            HttpMethod.GET,
            "/v1/models",
            "/v1/models/{version}",
            "/v1/models/{version}/evaluations")
        .admin(
            HttpMethod.POST,
            "/v1/models/{version}:load",
            "/v1/models/{version}:activate",
            "/v1/models/{version}:unload",
            "/v1/models/{version}:shadow",
            "/v1/models:rollback",
            "/v1/models:pin",
            "/v1/models:follow")
        .admin(HttpMethod.DELETE, "/v1/models/{version}:shadow", "/v1/experiments/{name}")
        .admin(HttpMethod.GET, "/v1/experiments", "/v1/experiments/{name}")
        .admin(
            HttpMethod.PUT, "/v1/experiments/{name}", "/v1/models/{version}/evaluations/{dataset}")
        .admin(HttpMethod.PUT, "/v1/items/{id}")
        .admin(HttpMethod.GET, "/v1/items/{id}")
        .admin(HttpMethod.DELETE, "/v1/items/{id}")
        .admin(HttpMethod.POST, "/v1/items:bulk", "/v1/jobs")
        .admin(HttpMethod.GET, "/v1/jobs", "/v1/jobs/{job}", "/v1/jobs/{job}/result")
        .admin(HttpMethod.DELETE, "/v1/jobs/{job}")
        .build();
  }
}
