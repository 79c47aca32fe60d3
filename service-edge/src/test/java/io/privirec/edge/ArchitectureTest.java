package io.privirec.edge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.privirec.architecture.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.edge");

  @Test
  void packages_ofTheEdge_haveNoCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
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
