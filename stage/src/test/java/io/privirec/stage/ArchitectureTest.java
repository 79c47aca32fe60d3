package io.privirec.stage;

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
          .importPackages("io.privirec.stage");

  @Test
  void stage_reachesServicesOverHttpOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "io.privirec.edge..",
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..",
            "io.privirec.lab..")
        .check(classes);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.privirec.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void processes_knowNothingOfWhatServicesDo() {
    noClasses()
        .that()
        .resideInAPackage("io.privirec.stage.process..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.wire..",
            "io.privirec.filter..",
            "io.privirec.operator..",
            "io.privirec.stage.deployment..")
        .check(classes);
  }
}
