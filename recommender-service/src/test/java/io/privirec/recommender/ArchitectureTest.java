package io.privirec.recommender;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.Architecture;
import io.privirec.wire.ProblemType;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class ArchitectureTest {
  private static final ArchRule PROBLEMS_ONLY_IN_CONTROLLERS = Architecture.problemsOnlyInWeb();

  private static final ArchRule HTTP =
      Architecture.httpOnlyInControllers(".*\\.RecommenderApplication");

  private final JavaClasses classes = Architecture.of("io.privirec.recommender");

  @Test
  void features_haveNoCycles() {
    slices().matching("io.privirec.recommender.(*)..").should().beFreeOfCycles().check(classes);
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
  }

  record RefusesOverHttp(ProblemType type) {}

  @Test
  void problemsOfHttp_areKnownToControllersAlone() {
    PROBLEMS_ONLY_IN_CONTROLLERS.check(classes);
    assertThat(Architecture.found(PROBLEMS_ONLY_IN_CONTROLLERS, RefusesOverHttp.class))
        .isNotEmpty();
  }

  record ReadsHeaders(HttpHeaders headers) {}

  @Test
  void http_isKnownToControllersAlone() {
    HTTP.check(classes);
    assertThat(Architecture.found(HTTP, ReadsHeaders.class)).isNotEmpty();
  }

  @Test
  void recommender_hasNoDatabaseAndKnowsNoParticipants() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "jakarta.persistence..",
            "org.springframework.jdbc..",
            "io.privirec.secagg..",
            "io.privirec.federation..",
            "io.privirec.coordinator..",
            "io.privirec.client..")
        .check(classes);
  }
}
