package io.privirec.serving;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
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
