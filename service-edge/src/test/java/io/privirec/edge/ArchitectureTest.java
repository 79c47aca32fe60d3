package io.privirec.edge;

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
          .importPackages("io.privirec.edge");

  @Test
  void packages_ofTheEdge_haveNoCycles() {
    slices().matching("io.privirec.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void edge_knowsNoServiceAndNoMathematics() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..",
            "io.privirec.federation..",
            "io.privirec.filter..")
        .check(classes);
  }

  @Test
  void database_isKnownToItsPackageOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.privirec.edge.postgres..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.zonky..", "org.springframework.boot.jdbc..", "java.sql..")
        .check(classes);
  }
}
