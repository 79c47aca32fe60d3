package io.privirec.federation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void federation_isFreeOfFrameworksAndOfTheServices() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.privirec.federation");

    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "tools.jackson..",
            "com.fasterxml.jackson..",
            "java.sql..",
            "java.util.logging..",
            "org.slf4j..",
            "io.privirec.wire..",
            "io.privirec.coordinator..",
            "io.privirec.client..")
        .check(classes);
  }
}
