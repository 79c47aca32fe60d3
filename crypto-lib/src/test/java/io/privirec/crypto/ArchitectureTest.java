package io.privirec.crypto;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static JavaClasses library;

  @BeforeAll
  static void importLibrary() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    library =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.privirec.crypto");
  }

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
        .check(library);
  }

  @Test
  void library_usesNo_databaseLoggerNetworkOrClock() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "java.util.logging..", "java.net..", "java.time..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Clock.class, Instant.class)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .check(library);
  }

  @Test
  void library_makesNo_randomnessOfItsOwn() {
    noClasses()
        .should()
        .callConstructor(SecureRandom.class)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(java.util.Random.class, java.util.concurrent.ThreadLocalRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .check(library);
  }

  @Test
  void packages_areFree_ofCycles() {
    slices().matching("io.privirec.(**)").should().beFreeOfCycles().check(library);
  }
}
