package io.privirec.recommender;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.recommender");

  @Test
  void features_haveNoCycles() {
    slices().matching("io.privirec.recommender.(*)..").should().beFreeOfCycles().check(classes);
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
