package io.privirec.secagg;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.privirec.architecture.Architecture;
import io.privirec.crypto.secret.SecretBytes;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses LIBRARY = Architecture.of("io.privirec.secagg");

  @Test
  void library_dependsOn_platformAndPrimitivesOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.privirec.crypto..")
                .or(resideInAPackage("io.privirec.secagg.."))
                .or(resideInAPackage("java.."))
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
        .and()
        .doNotHaveFullyQualifiedName("io.privirec.secagg.peer.PeerParty")
        .should()
        .callMethod(SecretBytes.class, "expose")
        .check(LIBRARY);
  }

  @Test
  void sides_doNotKnow_eachOther() {
    slices()
        .matching("io.privirec.secagg.(participant|coordinator)..")
        .should()
        .notDependOnEachOther()
        .check(LIBRARY);
  }

  @Test
  void packages_areFree_ofCycles() {
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(LIBRARY);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(LIBRARY);
  }
}
