package io.privirec.round;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.privirec.round.circle.back.Back;
import io.privirec.round.circle.there.There;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Each rule, and something that breaks it.
class ArchitectureTest {
  private static final ArchRule LIBRARIES =
      classes()
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "io.privirec.round..",
                      "io.privirec.secagg..",
                      "io.privirec.crypto..",
                      "java..",
                      "org.jspecify..")
                  .and(
                      DescribedPredicate.not(
                          resideInAnyPackage("java.sql..", "java.util.logging..", "java.net.."))));

  private static final ArchRule NO_CLOCK =
      noClasses()
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class);

  private static final ArchRule PACKAGES =
      slices().matching("io.privirec.(**)").should().beFreeOfCycles();

  private static final ArchRule CLASSES =
      slices().assignedFrom(new OutermostClass()).should().beFreeOfCycles();

  /// Who replaces the disk or the cores by others takes the rest as it is.
  private static final ArchRule PORTS =
      noClasses()
          .that(resideInAPackage("io.privirec.round"))
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Files.class, Path.class);

  private static JavaClasses engine;

  @BeforeAll
  static void importEngine() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    engine =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.privirec.round");
  }

  @Test
  void engine_dependsOn_platformPrimitivesAndProtocolOnly() {
    LIBRARIES.check(engine);
    assertThat(broken(LIBRARIES, Logs.class)).anyMatch(line -> line.contains("Logger"));
  }

  @Test
  void engine_readsNo_clockOfItsOwn() {
    NO_CLOCK.check(engine);
    assertThat(broken(NO_CLOCK, ReadsTheClock.class)).anyMatch(line -> line.contains("now()"));
  }

  @Test
  void packages_areFree_ofCycles() {
    PACKAGES.check(engine);
    assertThat(broken(PACKAGES, There.class, Back.class)).isNotEmpty();
  }

  @Test
  void classes_areFree_ofCycles() {
    CLASSES.check(engine);
    assertThat(broken(CLASSES, There.class, Back.class)).isNotEmpty();
  }

  @Test
  void filesOfThisMachine_areBehindPorts() {
    PORTS.check(engine);
    assertThat(broken(PORTS, OpensAFile.class)).anyMatch(line -> line.contains("Path"));
  }

  private static List<String> broken(ArchRule rule, Class<?>... by) {
    return rule.evaluate(new ClassFileImporter().importClasses(by)).getFailureReport().getDetails();
  }

  private record Logs(Logger log) {}

  private record OpensAFile(Path file) {}

  static final class ReadsTheClock {
    Instant time() {
      return Instant.now();
    }
  }

  /// A class with all that is declared in it.
  private static final class OutermostClass implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""));
    }

    @Override
    public String getDescription() {
      return "every class";
    }
  }
}
