package io.privirec.serving.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes = Architecture.of("io.privirec.serving.web");

  @Test
  void servingWeb_knowsNoServiceAndNoParticipant() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.secagg..",
            "io.privirec.federation..",
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..")
        .check(classes);
  }

  @Test
  void packagesAndTypes_areInNoCircle() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
  }
}
