package io.privirec.fuzz.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.database.SharedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationsTest {
  private static final String FIRST =
      """
      create table shop (
        id varchar(64) primary key, name text not null, town text, opened integer not null default 0);
      create table stock (shop varchar(64) references shop (id), item text not null);
      """;

  @TempDir private Path directory;

  private List<String> breaches(List<String> releases, String... later) throws Exception {
    Files.writeString(directory.resolve("V1__first.sql"), FIRST);
    for (int n = 0; n < later.length; n++) {
      Files.writeString(directory.resolve("V%d__later.sql".formatted(n + 2)), later[n]);
    }
    return of(releases);
  }

  private List<String> of(List<String> releases) throws Exception {
    Path released = Files.write(directory.resolve("released.txt"), releases);
    String schema = "migrations_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection database = SharedDatabase.connect(schema);
        Statement statement = database.createStatement()) {
      statement.execute("create schema " + schema);
      return new Migrations(directory, released, 1).breaches(database);
    }
  }

  private String released(int last) throws IOException {
    return "0.1.0 V%d %s".formatted(last, new Migrations(directory, directory, 0).digest(last));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          alter table shop add column street text
          alter table shop add column rating integer not null default 3
          alter table shop add column code text unique
          create table visit (shop varchar(64) not null references shop (id), at timestamptz not null)
          create index shop_by_name on shop (name)
          alter table shop alter column name drop not null
          alter table stock drop constraint stock_shop_fkey
          create table visit (shop varchar(64) references shop (id) on delete cascade)
          """)
  void migration_thatExpands_isFit(String sql) throws Exception {
    assertThat(breaches(List.of(), sql)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          drop table stock | table stock is gone
          alter table stock rename to goods | table stock is gone
          alter table shop drop column town | column shop.town is gone
          alter table shop rename column town to city | column shop.town is gone
          alter table shop alter column opened type bigint | column shop.opened is bigint and was integer
          alter table shop alter column town set not null | column shop.town is required
          alter table shop alter column opened drop default | column shop.opened has no default any more
          alter table shop add column code text not null | new column shop.code has no default
          alter table shop add check (opened < 10) | table shop has a new rule
          alter table shop add unique (name) | table shop has a new rule
          create unique index shop_name on shop (lower(name), name) | table shop has a new rule
          alter table stock add foreign key (item) references shop (id) | table stock has a new rule
          update shop set name = upper(name) | it changes rows
          with gone as (delete from stock returning *) select * from gone | it changes rows
          alter table shop drop constraint shop_pkey cascade | table shop is not unique any more by btree (id)
          alter table shop enable row level security | table shop hides rows
          """)
  void migration_thatTheCodeBeforeDoesNotBear_isNamed(String sql, String breach) throws Exception {
    assertThat(breaches(List.of(), sql))
        .singleElement()
        .satisfies(found -> assertThat(found).startsWith("V2: ").contains(breach));
  }

  @Test
  void rowsThatAreChanged_withTheReason_areFit() throws Exception {
    assertThat(
            breaches(
                List.of(),
                "-- rows: names are read in any case.\nupdate shop set name = upper(name)"))
        .isEmpty();
  }

  @Test
  void contraction_ofWhatWasReleased_isFit_andOfWhatWasNotIsNamed() throws Exception {
    String expands = "alter table shop add column city text";
    String contracts = "-- contracts: V2\nalter table shop drop column town";
    assertThat(breaches(List.of(), expands, contracts))
        .containsExactly("V3: what it contracts, V2, is in no release yet");
    assertThat(of(List.of("# release, last migration, digest", released(2)))).isEmpty();
    // In the release that has both nobody can go back.
    assertThat(of(List.of(released(3)))).hasSize(1);
  }

  @Test
  void releasedMigration_thatIsChanged_isNamed() throws Exception {
    assertThat(breaches(List.of(), "alter table shop add column city text")).isEmpty();
    String release = released(2);
    assertThat(of(List.of(release))).isEmpty();
    assertThat(breaches(List.of(release), "alter table shop add column city varchar(9)"))
        .containsExactly("a migration of release 0.1.0 was changed");
  }
}
