package io.privirec.round;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.Architecture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.logging.Logger;
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

  /// Who replaces the disk or the cores by others takes the rest as it is.
  private static final ArchRule PORTS =
      noClasses()
          .that(resideInAPackage("io.privirec.round"))
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Files.class, Path.class);

  private final JavaClasses engine = Architecture.of("io.privirec.round");

  @Test
  void engine_dependsOn_platformPrimitivesAndProtocolOnly() {
    LIBRARIES.check(engine);
    assertThat(Architecture.found(LIBRARIES, Logs.class)).anyMatch(line -> line.contains("Logger"));
  }

  @Test
  void engine_readsNo_clockOfItsOwn() {
    NO_CLOCK.check(engine);
    assertThat(Architecture.found(NO_CLOCK, ReadsTheClock.class))
        .anyMatch(line -> line.contains("now()"));
  }

  @Test
  void packagesAndClasses_areFree_ofCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(engine);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(engine);
  }

  @Test
  void filesOfThisMachine_areBehindPorts() {
    PORTS.check(engine);
    assertThat(Architecture.found(PORTS, OpensAFile.class)).anyMatch(line -> line.contains("Path"));
  }

  private record Logs(Logger log) {}

  private record OpensAFile(Path file) {}

  static final class ReadsTheClock {
    Instant time() {
      return Instant.now();
    }
  }
}
