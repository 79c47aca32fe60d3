package io.privirec.lab;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.Architecture;
import io.privirec.wire.algorithm.PriviRecKParameters;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  /// A study measures algorithms. Everything else asks the registry, also for a new algorithm.
  private static final ArchRule NAMES_NO_FAMILY =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.privirec.lab.als",
              "io.privirec.lab.attack..",
              "io.privirec.lab.ddppm",
              "io.privirec.lab.experiment",
              "io.privirec.lab.fedpower",
              "io.privirec.lab.privirec",
              "io.privirec.lab.rehearsal")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.privirec.federation.als..",
              "io.privirec.federation.ddppm..",
              "io.privirec.federation.dpals..",
              "io.privirec.federation.factors..",
              "io.privirec.federation.fedpower..",
              "io.privirec.federation.privirec..",
              "io.privirec.federation.rehearsal..")
          .orShould()
          .dependOnClassesThat(
              simpleNameEndingWith("Parameters")
                  .and(resideInAPackage("io.privirec.wire.algorithm"))
                  .and(not(simpleName("AlgorithmParameters"))));

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.privirec.lab");

  @Test
  void lab_reachesServicesOverHttpOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "io.privirec.edge..",
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..")
        .check(classes);
  }

  @Test
  void packages_haveNoCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
  }

  @Test
  void classesOutsideOfStudies_nameNoFamily() {
    NAMES_NO_FAMILY.check(classes);
  }

  @Test
  void rule_classThatNamesAFamily_isViolated() {
    JavaClasses violating = new ClassFileImporter().importClasses(NamesAFamily.class);

    assertThat(NAMES_NO_FAMILY.evaluate(violating).hasViolation()).isTrue();
  }

  /** Has what no class outside of a study may have. */
  private record NamesAFamily(PriviRecKParameters parameters) {}
}
