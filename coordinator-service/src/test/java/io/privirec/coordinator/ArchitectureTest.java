package io.privirec.coordinator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.architecture.Architecture;
import io.privirec.architecture.FeatureTables;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RestController;

/// A package per feature, a core without HTTP, database and meters, adapters that nobody sees.
class ArchitectureTest {
  private static final ArchRule PROBLEMS_ONLY_IN_CONTROLLERS = Architecture.problemsOnlyInWeb();

  /// Who owns which table.
  private static final Map<String, List<String>> TABLES =
      Map.of(
          "participant", List.of("participant", "enrolment_token"),
          "catalogue", List.of("catalogue_version", "catalogue_item"),
          "roster", List.of("roster", "former_name", "roster_line"),
          "ledger", List.of("privacy_ledger", "holder_ledger_head"),
          "round", List.of("round", "round_member", "round_event", "round_chunk"),
          "session",
              List.of("aggregation_session", "session_member", "session_stage", "snapshot_time"),
          "release", List.of("release"),
          "relay", List.of("peer_mailbox", "peer_message"));

  private static final ArchRule OWN_TABLES =
      classes().should(new FeatureTables("io.privirec.coordinator", TABLES));

  private static final ArchRule DATABASE_ONLY_IN_STORES =
      noClasses()
          .that()
          .haveNameNotMatching(".*(Store|Rows|Entity|PersistenceConfiguration)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "jakarta.persistence..",
              "org.hibernate..",
              "org.springframework.jdbc..",
              "org.springframework.orm..");

  private static final ArchRule METERS =
      noClasses()
          .that()
          .haveNameNotMatching(".*(Gauges?|Observer|Meters|Counter)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");

  private static final ArchRule HTTP = Architecture.httpOnlyInControllers(".*\\.CoordinatorAccess");

  private static final ArchRule HIDDEN_ADAPTERS = Architecture.hiddenAdapters();

  private static final ArchRule STORES =
      Architecture.storesCallNoFeature("io.privirec.coordinator");

  private final JavaClasses ours = Architecture.of("io.privirec.coordinator");

  record StoreThatAsksALedger(JdbcClient jdbc, CoordinatorLedger ledger) {}

  @Test
  void stores_callNoFeature() {
    STORES.check(ours);
    assertThat(Architecture.found(STORES, StoreThatAsksALedger.class)).hasSize(1);
  }

  private record CountsThings(MeterRegistry meters, HttpHeaders headers) {}

  @Test
  void featureCore_knowsNeitherHttpNorMeters() {
    METERS.check(ours);
    assertThat(Architecture.found(METERS, CountsThings.class)).isNotEmpty();
    HTTP.check(ours);
    assertThat(Architecture.found(HTTP, CountsThings.class)).isNotEmpty();
  }

  @RestController
  public static final class PublicController {}

  public record PublicStore(JdbcClient jdbc) {}

  public record PublicMeters(MeterRegistry meters) {}

  @Test
  void controllersStoresAndMeters_arePackagePrivate() {
    HIDDEN_ADAPTERS.check(ours);
    assertThat(
            Architecture.found(
                HIDDEN_ADAPTERS, PublicController.class, PublicStore.class, PublicMeters.class))
        .hasSize(3);
  }

  private record RefusesOverHttp(ProblemType refusal) {}

  @Test
  void problemsOfHttp_areKnownToControllersAlone() {
    PROBLEMS_ONLY_IN_CONTROLLERS.check(ours);
    assertThat(Architecture.found(PROBLEMS_ONLY_IN_CONTROLLERS, RefusesOverHttp.class))
        .isNotEmpty();
  }

  private record AsksTheDatabase(JdbcClient jdbc) {}

  @Test
  void databases_areKnownToStoresAlone() {
    DATABASE_ONLY_IN_STORES.check(ours);
    assertThat(Architecture.found(DATABASE_ONLY_IN_STORES, AsksTheDatabase.class)).isNotEmpty();
  }

  static final class LocksTheSession {
    static final String STATEMENT =
        "select r.id from round r join aggregation_session s on s.id = r.session_id";
  }

  @Test
  void statements_ofAFeature_nameItsOwnTablesOnly() {
    OWN_TABLES.check(ours);
    assertThat(Architecture.found(OWN_TABLES, LocksTheSession.class))
        .anyMatch(line -> line.endsWith("names aggregation_session"));
  }

  @Test
  void tables_haveOneOwnerEach() throws IOException {
    try (Stream<Path> migrations = Files.list(Path.of("src/main/resources/db/migration"))) {
      List<String> made = new ArrayList<>();
      for (Path migration : migrations.sorted().toList()) {
        Pattern.compile("(create|drop)(?: unlogged)? table (\\w+)")
            .matcher(Files.readString(migration))
            .results()
            .forEach(change -> {
              if (change.group(1).equals("create")) {
                made.add(change.group(2));
              } else {
                made.remove(change.group(2));
              }
            });
      }
      // Of service-edge.
      made.remove("installation");
      assertThat(TABLES.values().stream().flatMap(List::stream))
          .containsExactlyInAnyOrderElementsOf(made);
    }
  }

  @Test
  void features_dependOnEachOtherInOneDirectionOnly() {
    slices().matching("io.privirec.coordinator.(*)..").should().beFreeOfCycles().check(ours);
    slices().matching("io.privirec.coordinator.(**)").should().beFreeOfCycles().check(ours);
    Architecture.NO_CIRCLE_AMONG_TYPES.check(ours);
  }

  @Test
  void rounds_knowNothingOfSessionsAndReleases() {
    noClasses()
        .that()
        .resideInAPackage("io.privirec.coordinator.round..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.privirec.coordinator.draft..",
            "io.privirec.coordinator.session..",
            "io.privirec.coordinator.release..",
            "io.privirec.coordinator.work..")
        .check(ours);
  }
}
