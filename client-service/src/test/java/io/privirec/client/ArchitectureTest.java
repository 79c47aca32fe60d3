package io.privirec.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
          .importPackages("io.privirec.client");

  @Test
  void features_haveNoCycles() {
    slices().matching("io.privirec.client.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void domain_knowsNoFramework() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.privirec.client",
            "io.privirec.client..web",
            "io.privirec.client..persistence",
            "io.privirec.client..metrics")
        .and()
        .haveSimpleNameNotEndingWith("Configuration")
        .and()
        .haveSimpleNameNotEndingWith("Settings")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..", "jakarta..", "java.sql..", "javax.sql..", "org.postgresql..")
        .check(classes);
  }

  @Test
  void adapters_areKnownToNobody() {
    classes()
        .that()
        .resideInAnyPackage("io.privirec.client..web", "io.privirec.client..persistence")
        .should()
        .notBePublic()
        .check(classes);
  }
}
