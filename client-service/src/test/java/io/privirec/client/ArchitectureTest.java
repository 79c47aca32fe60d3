package io.privirec.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.architecture.Architecture;
import io.privirec.architecture.FeatureTables;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.wire.ProblemType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RestController;

class ArchitectureTest {
  /// The coordinator's problems are read by what calls it.
  private static final ArchRule PROBLEMS_ONLY_IN_CONTROLLERS =
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
                      "ledger", List.of("ledger_head", "witnessed_head"),
                      "roster",
                          List.of(
                              "roster",
                              "masked_cell",
                              "signed_statement",
                              "former_name",
                              "roster_line"),
                      "participation",
                          List.of("participation", "round_participation", "masked_chunk"),
                      "consent", List.of("snapshot", "standing_approval"))));

  private static final ArchRule STORES = Architecture.storesCallNoFeature("io.privirec.client");

  private static final ArchRule HIDDEN_ADAPTERS = Architecture.hiddenAdapters();

  private static final ArchRule DATABASE_ONLY_IN_STORES =
      noClasses()
          .that()
          .haveNameNotMatching(
              ".*\\.(Jdbc\\w+|\\w+Store|\\w+Rows|RowCollector|\\w+Configuration)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.springframework.jdbc..",
              "org.springframework.transaction..",
              "java.sql..",
              "javax.sql..",
              "org.postgresql..");

  private static final ArchRule HTTP_ONLY_IN_CONTROLLERS =
      Architecture.httpOnlyInControllers(
          ".*\\.(ClientAccess|ClientApplication|FormatParameters|PeerListener|UnobservedExposure)");

  private static final ArchRule METERS =
      noClasses()
          .that()
          .haveNameNotMatching(
              ".*\\.(Micrometer\\w+|\\w+Gauge|UnobservedExposure|\\w+Configuration)")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");

  private final JavaClasses classes = Architecture.of("io.privirec.client");

  @Test
  void features_haveNoCycles() {
    slices().matching("io.privirec.client.(*)..").should().beFreeOfCycles().check(classes);
    Architecture.NO_CIRCLE_AMONG_PACKAGES.check(classes);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(classes);
  }

  record RefusesOverHttp(ProblemType type) {}

  @Test
  void problemsOfHttp_areKnownToControllersAlone() {
    PROBLEMS_ONLY_IN_CONTROLLERS.check(classes);
    assertThat(Architecture.found(PROBLEMS_ONLY_IN_CONTROLLERS, RefusesOverHttp.class))
        .isNotEmpty();
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

  record AsksTheDatabase(JdbcClient jdbc) {}

  @Test
  void databases_areKnownToStoresAlone() {
    DATABASE_ONLY_IN_STORES.check(classes);
    assertThat(Architecture.found(DATABASE_ONLY_IN_STORES, AsksTheDatabase.class)).isNotEmpty();
  }

  record CountsRequests(MeterRegistry meters, HttpHeaders headers) {}

  @Test
  void httpAndMeters_areKnownToAdaptersAlone() {
    HTTP_ONLY_IN_CONTROLLERS.check(classes);
    METERS.check(classes);
    assertThat(Architecture.found(HTTP_ONLY_IN_CONTROLLERS, CountsRequests.class)).isNotEmpty();
    assertThat(Architecture.found(METERS, CountsRequests.class)).isNotEmpty();
  }

  @RestController
  public static final class PublicController {}

  public record PublicStore(JdbcClient jdbc) {}

  public record PublicMeters(MeterRegistry meters) {}

  @Test
  void controllersStoresAndMeters_arePackagePrivate() {
    HIDDEN_ADAPTERS.check(classes);
    assertThat(
            Architecture.found(
                HIDDEN_ADAPTERS, PublicController.class, PublicStore.class, PublicMeters.class))
        .hasSize(3);
  }
}
