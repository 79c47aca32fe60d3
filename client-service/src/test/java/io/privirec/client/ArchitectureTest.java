package io.privirec.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.privirec.architecture.Architecture;
import io.privirec.architecture.FeatureTables;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.wire.ProblemType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ArchitectureTest {
  /// The coordinator's problems are read by what calls it.
  private static final ArchRule PROBLEMS_ONLY_IN_WEB =
      Architecture.problemsOnlyInWeb("io.privirec.client.coordinator");

  /// Who owns which table.
  private static final ArchRule OWN_TABLES =
      classes()
          .should(
              new FeatureTables(
                  "io.privirec.client",
                  Map.of(
                      "participant", List.of("participant"),
                      "interactions", List.of("holder_user", "interaction"),
                      "ledger", List.of("ledger_head"),
                      "roster",
                          List.of(
                              "roster",
                              "masked_cell",
                              "signed_statement",
                              "former_name",
                              "roster_line"),
                      "runtime",
                          List.of(
                              "participation",
                              "round_participation",
                              "masked_chunk",
                              "snapshot",
                              "standing_approval"))));

  private static final ArchRule STORES = Architecture.storesCallNoFeature("io.privirec.client");

  private final JavaClasses classes = Architecture.of("io.privirec.client");

  @Test
  void features_haveNoCycles() {
    slices().matching("io.privirec.client.(*)..").should().beFreeOfCycles().check(classes);
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
  }

  record RefusesOverHttp(ProblemType type) {}

  @Test
  void problemsOfHttp_areKnownToWebAlone() {
    PROBLEMS_ONLY_IN_WEB.check(classes);
    assertThat(Architecture.found(PROBLEMS_ONLY_IN_WEB, RefusesOverHttp.class)).isNotEmpty();
  }

  static final class AsksForOthersRows {
    static final String STATEMENT = "delete from masked_cell";
  }

  @Test
  void statements_ofAFeature_nameItsOwnTablesOnly() {
    OWN_TABLES.check(classes);
    assertThat(Architecture.found(OWN_TABLES, AsksForOthersRows.class))
        .singleElement()
        .asString()
        .endsWith("names masked_cell");
  }

  record StoreThatAsksALedger(JdbcClient jdbc, PrivacyLedgers ledgers) {}

  /// The ledger decides, and a step of a participant asks it before a store keeps anything.
  @Test
  void stores_callNoFeature() {
    STORES.check(classes);
    assertThat(Architecture.found(STORES, StoreThatAsksALedger.class)).hasSize(1);
  }

  @Test
  void domain_knowsNoFramework() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.privirec.client",
            "io.privirec.client..web",
            "io.privirec.client..persistence",
            "io.privirec.client..metrics")
        .and()
        .haveSimpleNameNotEndingWith("Configuration")
        .and()
        .haveSimpleNameNotEndingWith("Settings")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..", "jakarta..", "java.sql..", "javax.sql..", "org.postgresql..")
        .check(classes);
  }

  @Test
  void adapters_areKnownToNobody() {
    classes()
        .that()
        .resideInAnyPackage("io.privirec.client..web", "io.privirec.client..persistence")
        .should()
        .notBePublic()
        .check(classes);
  }
}
