package io.privirec.serving.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.serving.web");

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
}
