package io.privirec.fuzz.migration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The numbered migrations of a service, `V1__name.sql` and so on, and the rules by which the
/// release before runs on the tables of the next one:
///
/// - A migration **expands**: it takes nothing away that the code before it uses, and asks nothing
///   of rows that this code writes.
/// - What is used no longer is taken away by a later one that begins with `-- contracts: V7`, the
///   migration that put something else in its place. V7 must be in a release already, since the
///   code of the release before must do without.
/// - One that changes rows says in a line `-- rows: …` why the code before reads them all the same.
/// - What was released is never changed.
///
/// Tables are compared as PostgreSQL has them, before and after each migration.
///
/// @param directory with the files
/// @param released a line for each release, oldest first: its name, its last migration and
///   [#digest]
/// @param unbound migrations up to that one came before these rules
public record Migrations(Path directory, Path released, int unbound) {
  private static final Pattern NAME = Pattern.compile("V(\\d+)__\\w+\\.sql");
  private static final Pattern CONTRACTS = Pattern.compile("\\A-- contracts: V(\\d+)\\b");
  private static final Pattern CHANGES_ROWS =
      Pattern.compile("(?<!\\bon )\\b(update|delete|truncate|merge)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern NO_CHANGE =
      Pattern.compile("--.*|\\bon\\s+(update|delete)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern SAYS_WHY = Pattern.compile("^-- rows: \\w+", Pattern.MULTILINE);
  private static final Pattern RELEASE = Pattern.compile("(\\S+) V(\\d+) ([0-9a-f]{64})");

  private record Release(String name, int last, String digest) {}

  /// Applies all of them, and finds what breaks a rule.
  ///
  /// @param empty schema to try them in: the connection's
  public List<String> breaches(Connection empty) throws IOException, SQLException {
    TreeMap<Integer, Path> all = files();
    List<String> breaches = new ArrayList<>(numbering(all));
    Schema before = Schema.of(empty);
    for (var migration : all.entrySet()) {
      int number = migration.getKey();
      String sql = Files.readString(migration.getValue());
      try (Statement statement = empty.createStatement()) {
        statement.execute(sql);
      }
      Schema after = Schema.of(empty);
      if (number > unbound) {
        List<String> found = new ArrayList<>();
        Optional<Integer> contracted = contracted(sql);
        if (contracted.isEmpty()) {
          found.addAll(before.lostIn(after));
        } else if (contracted.get() > lastReleasedBefore(number)) {
          found.add("what it contracts, V%s, is in no release yet".formatted(contracted.get()));
        }
        if (CHANGES_ROWS.matcher(NO_CHANGE.matcher(sql).replaceAll("")).find()
            && !SAYS_WHY.matcher(sql).find()) {
          found.add("it changes rows, and no line -- rows: says why the code before reads them");
        }
        found.forEach(breach -> breaches.add("V%s: %s".formatted(number, breach)));
      }
      before = after;
    }
    for (Release release : releases()) {
      if (!digest(release.last()).equals(release.digest())) {
        breaches.add("a migration of release %s was changed".formatted(release.name()));
      }
    }
    return List.copyOf(breaches);
  }

  /// SHA-256 of the migrations up to one, as it stands in the line of a release.
  public String digest(int last) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files().headMap(last, true).values()) {
        digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }

  private TreeMap<Integer, Path> files() throws IOException {
    TreeMap<Integer, Path> files = new TreeMap<>();
    try (Stream<Path> listed = Files.list(directory)) {
      for (Path file : listed.toList()) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches()) {
          files.put(Integer.parseInt(name.group(1)), file);
        }
      }
    }
    return files;
  }

  private static List<String> numbering(TreeMap<Integer, Path> all) {
    return all.isEmpty() || all.lastKey() != all.size()
        ? List.of("migrations are not numbered from 1 on: " + all.keySet())
        : List.of();
  }

  private static Optional<Integer> contracted(String sql) {
    Matcher contracts = CONTRACTS.matcher(sql);
    return contracts.find() ? Optional.of(Integer.valueOf(contracts.group(1))) : Optional.empty();
  }

  /// The last migration of the newest release that does not have this one.
  private int lastReleasedBefore(int number) throws IOException {
    return releases().stream()
        .mapToInt(Release::last)
        .filter(last -> last < number)
        .max()
        .orElse(0);
  }

  private List<Release> releases() throws IOException {
    List<Release> releases = new ArrayList<>();
    for (String line : Files.readAllLines(released)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher release = RELEASE.matcher(line);
      if (!release.matches()) {
        throw new IOException("%s has a line that is no release: %s".formatted(released, line));
      }
      releases.add(
          new Release(release.group(1), Integer.parseInt(release.group(2)), release.group(3)));
    }
    return releases;
  }
}
