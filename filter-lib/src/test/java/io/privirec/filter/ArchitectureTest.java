package io.privirec.filter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.privirec.filter");

  private static final ArchRule NO_FRAMEWORK =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.springframework..",
              "com.fasterxml..",
              "tools.jackson..",
              "java.sql..",
              "javax.sql..",
              "java.util.logging..",
              "org.slf4j..",
              "org.apache..",
              "org.bouncycastle..",
              "io.privirec.crypto..",
              "io.privirec.secagg..",
              "io.privirec.federation..",
              "io.privirec.wire..");

  /// What the rule must find.
  record Logging(Logger log) {}

  @Test
  void library_anyClass_knowsNoFramework() {
    NO_FRAMEWORK.check(CLASSES);
    JavaClasses broken = new ClassFileImporter().importClasses(Logging.class);
    assertThat(NO_FRAMEWORK.evaluate(broken).hasViolation()).isTrue();
  }

  @Test
  void packages_dependencies_haveNoCycles() {
    slices().matching("io.privirec.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void ojAlgo_anyClass_isOnlyBehindSymmetricEigen() {
    noClasses()
        .that()
        .doNotHaveSimpleName("SymmetricEigen")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.ojalgo..")
        .check(CLASSES);
  }

  @Test
  void fastCsv_anyClass_isOnlyBehindInteractionReader() {
    noClasses()
        .that()
        .doNotHaveSimpleName("InteractionReader")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("de.siegmar..")
        .check(CLASSES);
  }

  @Test
  void numericPackages_anyClass_doNotReadDataSets() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.privirec.filter.data..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.privirec.filter.data..")
        .check(CLASSES);
  }
}
