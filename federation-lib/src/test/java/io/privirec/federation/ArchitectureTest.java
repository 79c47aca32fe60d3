package io.privirec.federation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.federation");

  /// The seam knows no family of algorithms, and no family another one.
  @Test
  void packages_formNoCircle() {
    SlicesRuleDefinition.slices()
        .matching("io.privirec.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("io.privirec.federation")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.privirec.federation.*..")
        .check(CLASSES);
  }

  @Test
  void federation_isFreeOfFrameworksAndOfTheServices() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "tools.jackson..",
            "com.fasterxml.jackson..",
            "java.sql..",
            "java.util.logging..",
            "org.slf4j..",
            "io.privirec.wire",
            "io.privirec.wire.client..",
            "jakarta..",
            "io.swagger..",
            "io.privirec.coordinator..",
            "io.privirec.client..")
        .check(CLASSES);
  }
}
