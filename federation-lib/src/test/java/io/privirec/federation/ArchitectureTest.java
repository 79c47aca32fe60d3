package io.privirec.federation;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.Architecture;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.SessionView;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = Architecture.of("io.privirec.federation");

  private static final ArchRule SEAM_KNOWS_NO_FAMILY =
      noClasses()
          .that()
          .resideInAPackage("io.privirec.federation")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.privirec.federation.*..")
                  .and(not(resideInAPackage("io.privirec.federation.peer"))));

  /// Of the API, only the parameters of algorithms.
  private static final ArchRule NO_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.privirec.wire",
              "io.privirec.wire.client..",
              "io.privirec.coordinator..",
              "io.privirec.client..");

  /// What the rules must find.
  record Breaks(Rehearsal family, SessionView view, Logger log) {}

  @Test
  void packages_formNoCircle_andTheSeamKnowsNoFamily() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(CLASSES);
    SEAM_KNOWS_NO_FAMILY.check(CLASSES);
    assertThat(Architecture.found(SEAM_KNOWS_NO_FAMILY, Breaks.class)).isNotEmpty();
  }

  @Test
  void federation_isFreeOfFrameworksAndOfTheServices() {
    Architecture.NO_FRAMEWORK.check(CLASSES);
    NO_SERVICE.check(CLASSES);
    assertThat(Architecture.found(Architecture.NO_FRAMEWORK, Breaks.class)).isNotEmpty();
    assertThat(Architecture.found(NO_SERVICE, Breaks.class)).isNotEmpty();
  }
}
