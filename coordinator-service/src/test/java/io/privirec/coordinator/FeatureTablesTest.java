package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A feature's statements name its own tables and entities only: whatever it needs of another
/// feature it asks that feature for. Statements are the string literals of packages named
/// `persistence`; [ArchitectureTest] says that databases are known nowhere else.
class FeatureTablesTest {
  /// Who owns which table.
  private static final Map<String, Set<String>> TABLES =
      Map.of(
          "participant", Set.of("participant", "enrolment_token"),
          "catalogue", Set.of("catalogue_version", "catalogue_item"),
          "roster", Set.of("roster"),
          "round", Set.of("round", "round_member", "round_event", "round_chunk"),
          "session",
              Set.of("aggregation_session", "session_member", "session_stage", "snapshot_time"),
          "release", Set.of("release"));

  private static final Path FEATURES = Path.of("src/main/java/io/privirec/coordinator");
  private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:[^\"\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

  /// What stands where a statement names a relation.
  private static final Pattern RELATION =
      Pattern.compile("(?:\\b(?:from|join|into|update|table|using)|,)\\s+(\\w+)");

  private final Map<String, String> owners = owners();

  @Test
  void statements_ofAFeature_nameItsOwnTablesOnly() throws IOException {
    for (String feature : TABLES.keySet()) {
      for (Path file : javaFiles(FEATURES.resolve(feature).resolve("persistence"))) {
        assertThat(foreign(feature, Files.readString(file))).as(file.toString()).isEmpty();
      }
    }
  }

  @Test
  void tables_haveOneOwnerEach() throws IOException {
    List<String> created = new ArrayList<>();
    try (Stream<Path> migrations = Files.list(MIGRATIONS)) {
      for (Path migration : migrations.toList()) {
        Pattern.compile("create table (\\w+)")
            .matcher(Files.readString(migration))
            .results()
            .forEach(table -> created.add(table.group(1)));
      }
    }
    assertThat(TABLES.values().stream().flatMap(Set::stream))
        .containsExactlyInAnyOrderElementsOf(created);
  }

  @Test
  void statements_onTablesOfOthers_areFound() {
    assertThat(
            foreign(
                "round",
                """
                jdbc.sql("select r.id from round r join aggregation_session s on true");
                jdbc.sql("delete from round_event e using round r, session_stage s");
                for (String table : List.of("round_chunk", "session_member")) {}
                entities.createQuery("select s from SessionEntity s");
                jdbc.sql(
                    \"""
                    insert into snapshot_time values (?)
                    \""");
                """))
        .containsExactly(
            "aggregation_session",
            "session_stage",
            "session_member",
            "SessionEntity",
            "snapshot_time");
  }

  /// What the literals of a source name that belongs to another feature.
  private List<String> foreign(String feature, String source) {
    return LITERAL
        .matcher(source)
        .results()
        .map(literal -> Optional.ofNullable(literal.group(1)).orElseGet(() -> literal.group(2)))
        .flatMap(this::relations)
        .filter(Predicate.not(name -> feature.equals(owners.get(name))))
        .toList();
  }

  /// Tables and entities that a literal names, or is the name of.
  private Stream<String> relations(String literal) {
    return Stream.concat(
            Stream.of(literal),
            RELATION.matcher(literal).results().map((MatchResult named) -> named.group(1)))
        .filter(owners::containsKey);
  }

  private static Map<String, String> owners() {
    Map<String, String> owners = new HashMap<>();
    TABLES.forEach((feature, tables) -> {
      tables.forEach(table -> owners.put(table, feature));
      for (Path file : javaFiles(FEATURES.resolve(feature).resolve("persistence"))) {
        owners.put(file.getFileName().toString().replace(".java", ""), feature);
      }
    });
    return owners;
  }

  private static List<Path> javaFiles(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
