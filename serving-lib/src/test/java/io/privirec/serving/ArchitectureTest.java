package io.privirec.serving;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import io.privirec.serving.scoring.ReleasedModel;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes = Architecture.of("io.privirec.serving");

  @Test
  void serving_isFreeOfFrameworksAndLoggers() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..", "jakarta.servlet..", "java.sql..", "org.slf4j..")
        .check(classes);
  }

  @Test
  void packagesAndTypes_areInNoCircle() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
  }

  @Test
  void everyModel_isKnownByTheNameOfItsKind() {
    assertThat(ReleasedModel.class.getPermittedSubclasses()).hasSize(3);
    for (String name : new String[] {"folded-filter", "item-factors", "popularity"}) {
      assertThat(ReleasedModel.kind(name))
          .hasValueSatisfying(kind -> assertThat(kind.name()).isEqualTo(name));
    }
  }

  @Test
  void serving_knowsNothingOfSessionsAndServices() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.secagg..",
            "io.privirec.federation..",
            "io.privirec.edge..",
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..")
        .check(classes);
  }
}
