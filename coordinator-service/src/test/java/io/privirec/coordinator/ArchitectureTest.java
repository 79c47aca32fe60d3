package io.privirec.coordinator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A package per feature, a core without frameworks, adapters that nobody sees.
class ArchitectureTest {
  private static final String[] FEATURES = {
    "io.privirec.coordinator.identity",
    "io.privirec.coordinator.participant",
    "io.privirec.coordinator.catalogue",
    "io.privirec.coordinator.roster",
    "io.privirec.coordinator.round",
    "io.privirec.coordinator.session",
    "io.privirec.coordinator.release",
    "io.privirec.coordinator.work",
    "io.privirec.coordinator.housekeeping"
  };
  private static final String[] ADAPTERS = {
    "..web..", "..persistence..", "..metrics..", "..schedule..", "..lifecycle.."
  };

  private static final ArchRule PROBLEMS_ONLY_IN_WEB =
      noClasses()
          .that()
          .resideOutsideOfPackage("..web..")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(ProblemException.class, ProblemType.class);

  private static final ArchRule DATABASE_ONLY_IN_PERSISTENCE =
      noClasses()
          .that()
          .resideOutsideOfPackage("..persistence..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "jakarta.persistence..",
              "org.hibernate..",
              "org.springframework.jdbc..",
              "org.springframework.orm..");

  private final JavaClasses ours = importOurs();

  @Test
  void featureCore_exceptItsConfiguration_knowsNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(FEATURES)
        .and()
        .haveSimpleNameNotEndingWith("Configuration")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "jakarta.persistence..",
            "jakarta.servlet..",
            "org.hibernate..",
            "io.micrometer..",
            "java.sql..")
        .check(ours);
  }

  @Test
  void adapters_arePackagePrivate() {
    classes()
        .that()
        .resideInAnyPackage(ADAPTERS)
        .and()
        .areTopLevelClasses()
        .should()
        .notHaveModifier(JavaModifier.PUBLIC)
        .check(ours);
  }

  @Test
  void problemsOfHttp_areKnownToWebAlone() {
    PROBLEMS_ONLY_IN_WEB.check(ours);
    assertThat(broken(PROBLEMS_ONLY_IN_WEB, RefusesOverHttp.class))
        .anyMatch(line -> line.contains("ProblemType"));
  }

  @Test
  void databases_areKnownToPersistenceAlone() {
    DATABASE_ONLY_IN_PERSISTENCE.check(ours);
    assertThat(broken(DATABASE_ONLY_IN_PERSISTENCE, AsksTheDatabase.class))
        .anyMatch(line -> line.contains("JdbcClient"));
  }

  private static List<String> broken(ArchRule rule, Class<?> by) {
    return rule.evaluate(new ClassFileImporter().importClasses(by)).getFailureReport().getDetails();
  }

  private record RefusesOverHttp(ProblemType refusal) {}

  private record AsksTheDatabase(JdbcClient jdbc) {}

  @Test
  void features_dependOnEachOtherInOneDirectionOnly() {
    slices().matching("io.privirec.coordinator.(*)..").should().beFreeOfCycles().check(ours);
  }

  @Test
  void rounds_knowNothingOfSessionsAndReleases() {
    noClasses()
        .that()
        .resideInAPackage("io.privirec.coordinator.round..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.coordinator.session..",
            "io.privirec.coordinator.release..",
            "io.privirec.coordinator.work..")
        .check(ours);
  }

  private static JavaClasses importOurs() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.privirec.coordinator");
  }
}
