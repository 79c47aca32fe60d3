package io.privirec.secagg;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.privirec.crypto.secret.SecretBytes;
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
            .importPackages("io.privirec.secagg");
  }

  @Test
  void library_dependsOn_platformAndPrimitivesOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.privirec.crypto..")
                .or(resideInAPackage("io.privirec.secagg.."))
                .or(resideInAPackage("java.."))
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
  void secrets_areExposed_onlyByWhatEncodesThem() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.privirec.secagg.message.SeedReveal")
        .and()
        .doNotHaveFullyQualifiedName("io.privirec.secagg.message.UnmaskAnswer")
        .and()
        .doNotHaveFullyQualifiedName("io.privirec.secagg.participant.HeldShares")
        .and()
        .doNotHaveFullyQualifiedName("io.privirec.secagg.participant.ParticipantStateCodec")
        .should()
        .callMethod(SecretBytes.class, "expose")
        .check(library);
  }

  @Test
  void sides_doNotKnow_eachOther() {
    slices()
        .matching("io.privirec.secagg.(participant|coordinator)..")
        .should()
        .notDependOnEachOther()
        .check(library);
  }

  @Test
  void packages_areFree_ofCycles() {
    slices().matching("io.privirec.(**)").should().beFreeOfCycles().check(library);
  }
}
