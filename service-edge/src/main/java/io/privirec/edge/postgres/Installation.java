package io.privirec.edge.postgres;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The bond between the database, the data directory and the keys of a service. All of them state
/// the same id: table `installation`, file `installation`. A service that finds different ids does
/// not start, because it would make a second identity beside the first.
///
/// A service without ids binds them at its first start. A crash in between leaves a draft of the
/// file, which the next start completes.
public final class Installation {
  private static final Logger log = LoggerFactory.getLogger(Installation.class);

  static final String FILE = "installation";
  private static final String DRAFT = "installation.draft";
  private static final String ID = "id";

  private final JdbcClient jdbc;
  private final boolean rebinds;

  private Installation(JdbcClient jdbc, boolean rebinds) {
    this.jdbc = jdbc;
    this.rebinds = rebinds;
  }

  /// How many data directories a database may have.
  public enum Directories {
    /// A new directory beside a known database is a mistake.
    ONE,
    /// Each replica has a directory of its own, and new replicas come.
    MANY
  }

  /// Checks the bond, or makes it.
  ///
  /// @param database its address, for messages
  /// @param rebind the id that an operator binds anew; blank: none
  /// @throws StartRefusedException if database and directory are of different installations
  static Installation bound(
      DataDirectory data,
      JdbcClient jdbc,
      String database,
      Directories directories,
      String rebind,
      SecureRandom random) {
    Optional<String> ofDirectory =
        data.hasSecret(FILE) ? Optional.of(data.secret(FILE, () -> "")) : Optional.empty();
    // After the directory: another replica may bind both just now, the database first.
    Optional<String> ofDatabase = stored(jdbc, ID);
    if (ofDirectory.isEmpty() && data.hasSecret(FILE)) {
      return bound(data, jdbc, database, directories, rebind, random);
    }
    if (ofDatabase.isPresent() && ofDatabase.equals(ofDirectory)) {
      if (rebind.equals(ofDatabase.get())) {
        log.warn(
            "privirec.rebind is set: keys are not compared with those of this installation. Take it away after one start");
      }
      return new Installation(jdbc, rebind.equals(ofDatabase.get()));
    }
    String id = ofDatabase.or(() -> ofDirectory).orElseGet(() -> draft(data, random));
    boolean isNew = ofDatabase.isEmpty() && ofDirectory.isEmpty();
    boolean isUnfinished =
        ofDirectory.isEmpty() && data.hasSecret(DRAFT) && draft(data, random).equals(id);
    boolean isReplica = ofDirectory.isEmpty() && directories == Directories.MANY;
    boolean rebinds = rebind.equals(id);
    if (!isNew && !isUnfinished && !isReplica && !rebinds) {
      throw mismatch(data, database, ofDatabase, ofDirectory, id);
    }
    store(jdbc, ID, id);
    String winner = stored(jdbc, ID).orElseThrow();
    write(data, winner);
    log.info("Database and data directory are bound as installation {}", winner);
    return new Installation(jdbc, rebinds);
  }

  /// Checks that a key is the key of this installation. The first key of a name is bound.
  ///
  /// @param name of the key
  /// @param publicKey what may be shown of it
  /// @param source where the key was found
  /// @throws StartRefusedException if another key is bound
  public void requireKey(String name, String publicKey, String source) {
    if (rebinds && !stored(jdbc, name).equals(Optional.of(publicKey))) {
      log.warn("The {} is exchanged, as privirec.rebind says", name);
      jdbc.sql("delete from installation where name = ?").param(name).update();
    }
    store(jdbc, name, publicKey);
    String known = stored(jdbc, name).orElseThrow();
    if (!known.equals(publicKey)) {
      throw new StartRefusedException(
          "installation-mismatch: the database is bound to the %s %s, and %s is that of %s."
              .formatted(name, known, source, publicKey),
          "Restore the key. If it was exchanged on purpose, start once with privirec.rebind="
              + stored(jdbc, ID).orElseThrow()
              + ".",
          null);
    }
  }

  private static StartRefusedException mismatch(
      DataDirectory data,
      String database,
      Optional<String> ofDatabase,
      Optional<String> ofDirectory,
      String id) {
    return new StartRefusedException(
        "installation-mismatch: the database %s is of %s, and the data directory %s is of %s."
            .formatted(database, words(ofDatabase), data.path(), words(ofDirectory)),
        "Mount the data directory of this database, or correct spring.datasource.url. If they belong"
            + " together on purpose, as after the loss of one of them, start once with privirec.rebind="
            + id
            + " (docs/runbooks.md, \"The wrong directory or database\").",
        null);
  }

  private static String words(Optional<String> id) {
    return id.map(known -> "installation " + known).orElse("no installation");
  }

  private static Optional<String> stored(JdbcClient jdbc, String name) {
    return jdbc.sql("select value from installation where name = ?")
        .param(name)
        .query(String.class)
        .optional();
  }

  /// Of several processes the first one wins.
  private static void store(JdbcClient jdbc, String name, String value) {
    jdbc.sql("insert into installation (name, value) values (?, ?) on conflict do nothing")
        .params(name, value)
        .update();
  }

  private static String draft(DataDirectory data, SecureRandom random) {
    return data.secret(
        DRAFT,
        () -> {
          byte[] id = new byte[8];
          random.nextBytes(id);
          return HexFormat.of().formatHex(id);
        });
  }

  private static void write(DataDirectory data, String id) {
    try {
      if (data.hasSecret(FILE) && !data.secret(FILE, () -> id).equals(id)) {
        Files.delete(data.resolve(FILE));
      }
      data.secret(FILE, () -> id);
      Files.deleteIfExists(data.resolve(DRAFT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
