package io.privirec.session;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void session_isFreeOfFrameworksAndOfTheServices() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.privirec.session");

    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "tools.jackson..",
            "com.fasterxml.jackson..",
            "java.sql..",
            "org.slf4j..",
            "io.privirec.edge..",
            "io.privirec.coordinator..",
            "io.privirec.client..",
            "io.privirec.recommender..")
        .check(classes);
  }
}
