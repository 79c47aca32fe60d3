package io.privirec.exposure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = Architecture.of("io.privirec.exposure");

  /// Breaks the rule.
  record Logging(Logger log) {}

  @Test
  void library_anyClass_knowsNoFramework() {
    Architecture.NO_FRAMEWORK.check(CLASSES);
    assertThat(Architecture.found(Architecture.NO_FRAMEWORK, Logging.class)).isNotEmpty();
  }

  @Test
  void library_anyClass_knowsOnlyFilterLib() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.federation..",
            "io.privirec.crypto..",
            "io.privirec.secagg..",
            "io.privirec.privacy..",
            "io.privirec.wire..")
        .check(CLASSES);
  }

  @Test
  void packages_dependencies_haveNoCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(CLASSES);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(CLASSES);
  }
}
