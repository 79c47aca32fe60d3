package io.privirec;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.privirec.crypto.secret.SecretBytes;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String CORE = "io.privirec.secagg";

  private static JavaClasses library;

  @BeforeAll
  static void importLibrary() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    library =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.privirec.crypto", "io.privirec.secagg");
  }

  @Test
  void library_dependsOn_platformAndBouncyCastleOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.privirec.crypto..")
                .or(resideInAPackage("io.privirec.secagg.."))
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
  void secrets_areExposed_onlyByPrimitivesAndByWhatEncodesThem() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.privirec.crypto..")
        .and()
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
  void primitives_doNotKnow_theProtocol() {
    noClasses()
        .that()
        .resideInAPackage("io.privirec.crypto..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.privirec.secagg..")
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

  /// The graph belongs to the core, which states the threat model to its solver and takes the
  /// counts of a round from it: one slice.
  @Test
  void packages_areFree_ofCycles() {
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return SliceIdentifier.of(name.equals(CORE + ".graph") ? CORE : name);
              }

              @Override
              public String getDescription() {
                return "packages, the sharing graph with the core";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(library);
  }
}
