package io.privirec.serving;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.serving.catalogue.ArrowBack;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.scoring.ReleasedModel;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final ArchRule PACKAGES =
      slices().matching("io.privirec.(**)").should().beFreeOfCycles();

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.serving");

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
  void packages_areInNoCircle() {
    PACKAGES.check(classes);
  }

  @Test
  void circleOfPackages_breaksTheRule() {
    JavaClasses circle =
        new ClassFileImporter()
            .importClasses(Recommender.class, CatalogueIndex.class, ArrowBack.class);
    assertThatThrownBy(() -> PACKAGES.check(circle))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Cycle detected");
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
