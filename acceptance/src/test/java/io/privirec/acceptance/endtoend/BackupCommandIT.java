package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./backup} takes, keeps and refuses, without a service. */
class BackupCommandIT {
  private static final String HERE = "here";
  private static final String THERE = "there";

  @TempDir private Path directory;
  private Path data;
  private Path points;
  private Path servers;
  private PostgresServer postgres;

  @BeforeEach
  void start() throws Exception {
    PostgresServer.requireInstalled();
    servers = PostgresServer.newDirectory();
    postgres = PostgresServer.create(servers, "server", Map.of());
    postgres.createDatabase(HERE);
    postgres.createDatabase(THERE);
    postgres.execute(HERE, "create table kept as select 'one'::text as word");
    data = directory.resolve("data");
    points = directory.resolve("points");
    write("releases/r-1/file", "a release");
    write("encryption-keys", "k1:secret");
    write("admin-token", "secret");
    write("jobs/1", "a history");
  }

  @AfterEach
  void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
      PostgresServer.remove(servers);
    }
  }

  private void write(String file, String text) throws Exception {
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Path take(String... more) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("take", "--data", data, "--to", points));
    arguments.addAll(List.of(more));
    Backups.Ended ended = Backups.call(postgres.variables(HERE), arguments.toArray());
    assertThat(ended.status()).as(ended.output()).isZero();
    return Path.of(ended.output());
  }

  private Backups.Ended restore(String database, Path to, Path point) throws Exception {
    return Backups.call(postgres.variables(database), "restore", "--data", to, "--from", point);
  }

  private static void assertRefused(Backups.Ended ended, String why) {
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.output()).startsWith("backup: ").contains(why);
  }

  private static Object inode(Path file) throws Exception {
    return Files.getAttribute(file, "unix:ino");
  }

  @Test
  void points_haveFilesButNoSecrets_andShareWhatDidNotChange() throws Exception {
    Path first = take();
    write("releases/r-2/file", "another");
    Path second = take();
    Path release = Path.of("files/releases/r-1/file");
    assertThat(inode(second.resolve(release))).isEqualTo(inode(first.resolve(release)));
    assertThat(second.resolve("files/releases/r-2/file")).hasContent("another");
    assertThat(first.resolve("files/releases/r-2")).doesNotExist();
    for (String left : List.of("encryption-keys", "admin-token", "jobs")) {
      assertThat(second.resolve("files").resolve(left)).doesNotExist();
    }
    Path third = take("--keep", "2");
    assertThat(Backups.call(Map.of(), "list", "--to", points).output())
        .isEqualTo(second.getFileName() + "\n" + third.getFileName());
  }

  @Test
  void restore_putsBackRowsAndFiles_besideSecretsThatAreThere() throws Exception {
    Path point = take();
    Path to = Files.createDirectories(directory.resolve("to"));
    Files.writeString(to.resolve("encryption-keys"), "k1:secret");
    Backups.Ended ended = restore(THERE, to, point);
    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(postgres.rows(THERE, "select word from kept")).containsExactly("one");
    assertThat(to.resolve("releases/r-1/file")).hasContent("a release");
    assertThat(to.resolve("encryption-keys")).hasContent("k1:secret");
  }

  @Test
  void restore_overSomethingThatIsThere_isRefused_andChangesNothing() throws Exception {
    Path point = take();
    assertRefused(restore(THERE, data, point), "is not empty: it has jobs");
    Path to = directory.resolve("to");
    assertRefused(restore(HERE, to, point), "the database is not empty");
    assertThat(to).isEmptyDirectory();
    Files.writeString(point.resolve("database.dump"), "x", StandardOpenOption.APPEND);
    assertRefused(restore(THERE, to, point), "was changed");
    assertRefused(restore(THERE, to, points), "is no point of a backup");
    assertThat(to).isEmptyDirectory();
  }

  @Test
  void take_whatItCannotBackUp_isRefused() throws Exception {
    assertRefused(
        Backups.call(postgres.variables(HERE), "take", "--data", points, "--to", points),
        "there is no data directory");
    Backups.Ended away =
        Backups.call(postgres.variables("nowhere"), "take", "--data", data, "--to", points);
    assertThat(away.status()).isNotZero();
    assertThat(Backups.call(Map.of(), "list", "--to", points).output()).isEmpty();
    assertRefused(
        Backups.call(
            postgres.variables(HERE), "take", "--data", data, "--to", points, "--keep", "0"),
        "--keep must be a number from 1 on");
    write("postgres/PG_VERSION", "18");
    assertRefused(
        Backups.call(postgres.variables(HERE), "take", "--data", data, "--to", points),
        "has an embedded database");
  }
}
