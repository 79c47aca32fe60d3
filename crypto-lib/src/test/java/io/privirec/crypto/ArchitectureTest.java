package io.privirec.crypto;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses LIBRARY = Architecture.of("io.privirec.crypto");

  @Test
  void library_dependsOn_platformAndBouncyCastleOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.privirec.crypto..")
                .or(resideInAPackage("java.."))
                .or(resideInAPackage("javax.crypto.."))
                .or(resideInAPackage("org.bouncycastle.math.ec.."))
                .or(
                    resideInAnyPackage(
                        "org.bouncycastle.crypto",
                        "org.bouncycastle.crypto.kems",
                        "org.bouncycastle.crypto.params",
                        "org.bouncycastle.jce.provider"))
                .or(resideInAPackage("org.jspecify..")))
        .check(LIBRARY);
  }

  @Test
  void library_usesNo_databaseLoggerNetworkClockOrRandomnessOfItsOwn() {
    Architecture.NO_CLOCK_NETWORK_OR_LOGGER.check(LIBRARY);
    Architecture.NO_FRAMEWORK.check(LIBRARY);
    Architecture.NO_RANDOMNESS_OF_ITS_OWN.check(LIBRARY);
  }

  @Test
  void packages_areFree_ofCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(LIBRARY);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(LIBRARY);
  }
}
