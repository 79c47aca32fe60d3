package io.privirec.edge.postgres;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.util.FileSystemUtils;

/// A PostgreSQL server of this process alone, on a kept data directory: `postgres/` in the
/// service's data directory, reachable on loopback with a generated password (`postgres-password`,
/// mode 600). What was committed survives any crash (fsync is on).
///
/// A server left by an earlier run that was killed is found and stopped before this one starts.
final class EmbeddedDatabase implements JdbcConnectionDetails, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedDatabase.class);

  private static final String USER = "postgres";
  private static final String PASSWORD_FILE = "postgres-password";
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
  private static final Duration ORPHAN_PATIENCE = Duration.ofSeconds(5);
  private static final String ELSEWHERE =
      "use a PostgreSQL of your own: set SPRING_DATASOURCE_URL, SPRING_DATASOURCE_USERNAME and"
          + " SPRING_DATASOURCE_PASSWORD.";

  private final ClusterLock lock;
  private final EmbeddedPostgres server;
  private final Optional<Postmaster> postmaster;
  private final Optional<ParentGuard> guard;
  private final String password;

  private EmbeddedDatabase(
      ClusterLock lock,
      EmbeddedPostgres server,
      Optional<Postmaster> postmaster,
      Optional<ParentGuard> guard,
      String password) {
    this.lock = lock;
    this.server = server;
    this.postmaster = postmaster;
    this.guard = guard;
    this.password = password;
  }

  /// Starts the server; blocks until it answers.
  ///
  /// @param binaries where the server's programs are unpacked once per user
  static EmbeddedDatabase start(DataDirectory data, Path binaries) {
    requireUsableAccount();
    Path cluster = data.resolve("postgres");
    try {
      ClusterLock lock = ClusterLock.take(data.resolve("postgres.lock"));
      try {
        stopStale(cluster);
        discardHalfMade(cluster, data.resolve("postgres.initialising"));
        String password = password(data, cluster);
        EmbeddedPostgres server = launch(data, cluster, binaries);
        Files.deleteIfExists(data.resolve("postgres.initialising"));
        Optional<Postmaster> postmaster = Postmaster.of(cluster);
        Optional<ParentGuard> guard = guard(postmaster, cluster);
        log.info("Embedded PostgreSQL on port {}, data in {}", server.getPort(), cluster);
        return new EmbeddedDatabase(lock, server, postmaster, guard, password);
      } catch (IOException | InterruptedException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException | IllegalStateException e) {
      throw failed(data, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(data, e);
    }
  }

  @Override
  public String getJdbcUrl() {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
  }

  @Override
  public String getUsername() {
    return USER;
  }

  @Override
  public String getPassword() {
    return password;
  }

  /// Whether the server still runs; another process may have ended it.
  boolean isRunning() {
    return postmaster.isEmpty() || postmaster.get().isRunning();
  }

  /// Stops the server and waits for its end.
  @Override
  public void close() throws IOException {
    try {
      server.close();
      if (postmaster.isPresent() && !postmaster.get().stop(STOP_PATIENCE)) {
        log.warn("Embedded PostgreSQL (process {}) does not end", postmaster.get().pid());
      }
      if (guard.isPresent()) {
        guard.get().close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.close();
    }
  }

  private static void requireUsableAccount() {
    boolean root = "root".equals(System.getProperty("user.name"));
    if (root && !LinuxUtils.isUnshareAvailable()) {
      throw new StartRefusedException(
          "PostgreSQL refuses to run as root, and this system does not let root step down with"
              + " `unshare -U` (package util-linux, user namespaces enabled).",
          "Run the service as an ordinary user, or " + ELSEWHERE,
          null);
    }
  }

  private static void stopStale(Path cluster) throws IOException, InterruptedException {
    Optional<Postmaster> stale = Postmaster.of(cluster);
    if (stale.isPresent()) {
      log.info("Stopping PostgreSQL (process {}) of an earlier run", stale.get().pid());
      if (!stale.get().stop(STOP_PATIENCE)) {
        throw new IOException("process " + stale.get().pid() + " of an earlier run does not end");
      }
    }
    for (Postmaster orphan : Postmaster.allOf(cluster)) {
      if (!orphan.kill(ORPHAN_PATIENCE)) {
        throw new IOException("process " + orphan.pid() + " of a killed server does not end");
      }
    }
    // Its process id may belong to a stranger by now, which PostgreSQL would take for a server.
    Files.deleteIfExists(Postmaster.pidFile(cluster));
  }

  private static void discardHalfMade(Path cluster, Path marker) throws IOException {
    if (Files.exists(marker)) {
      FileSystemUtils.deleteRecursively(cluster);
    } else if (Files.notExists(cluster.resolve("postgresql.conf"))) {
      Files.createFile(marker);
    }
  }

  private static String password(DataDirectory data, Path cluster) {
    if (Files.exists(cluster.resolve("postgresql.conf")) && !data.hasSecret(PASSWORD_FILE)) {
      throw new StartRefusedException(
          "The database in " + cluster + " needs its password file " + PASSWORD_FILE,
          "Restore " + data.resolve(PASSWORD_FILE) + ", or start with another privirec.data-dir.",
          null);
    }
    return data.secret(PASSWORD_FILE, EmbeddedDatabase::newPassword);
  }

  private static String newPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static EmbeddedPostgres launch(DataDirectory data, Path cluster, Path binaries)
      throws IOException {
    Path passwordFile = data.resolve(PASSWORD_FILE);
    Files.createDirectories(binaries);
    return EmbeddedPostgres.builder()
        .setDataDirectory(cluster)
        .setCleanDataDirectory(false)
        .setOverrideWorkingDirectory(binaries.toFile())
        .setRegisterShutdownHook(false)
        .setPGStartupWait(START_PATIENCE)
        // Options of initdb; the later --auth wins over the library's "trust".
        .setLocaleConfig("auth", "scram-sha-256")
        .setLocaleConfig("pwfile", passwordFile.toString())
        .setLocaleConfig("locale", "C")
        .setConnectConfig("password", Files.readString(passwordFile).strip())
        .setServerConfig("fsync", "on")
        // Off by default in the library: a note such as "answered UNMASK" must survive the server.
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("unix_socket_directories", "")
        // Rows may be private: the server's log gets no statements and no values.
        .setServerConfig("log_min_error_statement", "panic")
        .setServerConfig("log_error_verbosity", "terse")
        .setOutputRedirector(
            ProcessBuilder.Redirect.appendTo(data.resolve("postgres.log").toFile()))
        .start();
  }

  private static Optional<ParentGuard> guard(Optional<Postmaster> postmaster, Path cluster)
      throws IOException {
    return postmaster.isPresent() ? ParentGuard.over(postmaster.get(), cluster) : Optional.empty();
  }

  private static StartRefusedException failed(DataDirectory data, Exception cause) {
    return new StartRefusedException(
        "The embedded PostgreSQL did not start: " + cause.getMessage(),
        "See " + data.resolve("postgres.log") + " for its own words, or " + ELSEWHERE,
        cause);
  }
}
