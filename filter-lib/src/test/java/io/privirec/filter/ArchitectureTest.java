package io.privirec.filter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = Architecture.of("io.privirec.filter");

  /// What the rule must find.
  record Logging(Logger log) {}

  @Test
  void library_anyClass_knowsNoFramework() {
    Architecture.NO_FRAMEWORK.check(
        CLASSES.that(not(simpleName("JsonFields")))); // Jackson's tokens alone: see ADR 0064
    assertThat(Architecture.found(Architecture.NO_FRAMEWORK, Logging.class)).isNotEmpty();
  }

  @Test
  void packages_dependencies_haveNoCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(CLASSES);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(CLASSES);
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
  void fastCsv_anyClass_isOnlyBehindCsvFields() {
    noClasses()
        .that()
        .doNotHaveSimpleName("CsvFields")
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
