package io.privirec.federation;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.privirec.architecture.Architecture;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.SessionView;
import java.util.Set;
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
                  .and(not(resideInAPackage("io.privirec.federation.peers"))));

  private static final Set<String> FAMILIES =
      Set.of("als", "ddppm", "dpals", "fedpower", "privirec", "rehearsal");

  /// Families share building blocks, and only the registry knows families.
  private static final ArchRule FAMILIES_STAND_ALONE =
      classes()
          .that()
          .resideOutsideOfPackage("io.privirec.federation.registry")
          .should(
              new ArchCondition<>("know no family but their own") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                  type.getDirectDependenciesFromSelf().stream()
                      .filter(use -> isOfAnotherFamily(type, use.getTargetClass()))
                      .forEach(use ->
                          events.add(SimpleConditionEvent.violated(type, use.getDescription())));
                }
              });

  private static boolean isOfAnotherFamily(JavaClass type, JavaClass used) {
    String family = family(used);
    return FAMILIES.contains(family) && !family.equals(family(type));
  }

  /// The first part of the package after `federation`.
  private static String family(JavaClass type) {
    return type.getPackageName().replaceFirst("^io\\.privirec\\.federation\\.(\\w+).*", "$1");
  }

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
    Architecture.NO_CIRCLE_AMONG_TYPES.check(CLASSES);
    SEAM_KNOWS_NO_FAMILY.check(CLASSES);
    assertThat(Architecture.found(SEAM_KNOWS_NO_FAMILY, Breaks.class)).isNotEmpty();
  }

  @Test
  void families_doNotKnowEachOther() throws Exception {
    FAMILIES_STAND_ALONE.check(CLASSES);
    assertThat(Architecture.found(FAMILIES_STAND_ALONE, Breaks.class)).isNotEmpty();
    for (String name : AlgorithmRegistry.NAMES) {
      assertThat(AlgorithmRegistry.named(name).getClass().getPackageName())
          .satisfies(family ->
              assertThat(FAMILIES).contains(family.replace("io.privirec.federation.", "")));
    }
  }

  @Test
  void federation_isFreeOfFrameworksAndOfTheServices() {
    Architecture.NO_FRAMEWORK.check(CLASSES);
    NO_SERVICE.check(CLASSES);
    assertThat(Architecture.found(Architecture.NO_FRAMEWORK, Breaks.class)).isNotEmpty();
    assertThat(Architecture.found(NO_SERVICE, Breaks.class)).isNotEmpty();
  }
}
