package io.privirec.fuzz.migration;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The tables of a connection's schema at one moment, as far as statements of a program depend on
/// them.
///
/// @param columns by table and name
/// @param rules that rows of a table must keep, and triggers: by table and definition the columns
/// @param unique what rows of a table are told apart by: whoever inserts `on conflict` names it
/// @param secured tables with row-level security
record Schema(
    Map<String, Map<String, Column>> columns,
    Map<String, Map<String, Set<String>>> rules,
    Map<String, Set<String>> unique,
    Set<String> secured) {
  private static final String COLUMNS =
      """
      select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull as required,
        a.atthasdef or a.attidentity <> '' as filled
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped\
      """;

  /// Constraints, unique indexes beside them, and triggers. Those of PostgreSQL 18 that say NOT
  /// NULL are columns' properties here.
  private static final String RULES =
      """
      select c.relname, pg_get_constraintdef(k.oid) as definition,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (k.conkey)) as attributes
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = current_schema()::regnamespace and k.contype <> 'n'
      union all
      select c.relname, pg_get_indexdef(i.indexrelid),
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (i.indkey))
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and i.indisunique
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
      union all
      select c.relname, pg_get_triggerdef(t.oid), array[]::text[]
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal\
      """;

  /// By their columns, or expressions and condition: whether by a constraint or an index is all the
  /// same to a statement.
  private static final String UNIQUE =
      """
      select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') as key
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and i.indisunique\
      """;

  private static final String SECURED =
      """
      select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relrowsecurity\
      """;

  /// @param required it is NOT NULL
  /// @param filled a row that does not name it has a value all the same
  record Column(String type, boolean required, boolean filled) {}

  static Schema of(Connection database) throws SQLException {
    Map<String, Map<String, Column>> columns = new TreeMap<>();
    Map<String, Map<String, Set<String>>> rules = new TreeMap<>();
    Map<String, Set<String>> unique = new TreeMap<>();
    Set<String> secured = new TreeSet<>();
    try (Statement statement = database.createStatement()) {
      try (ResultSet row = statement.executeQuery(COLUMNS)) {
        while (row.next()) {
          columns
              .computeIfAbsent(row.getString("relname"), _ -> new TreeMap<>())
              .put(
                  row.getString("attname"),
                  new Column(
                      row.getString("type"), row.getBoolean("required"), row.getBoolean("filled")));
        }
      }
      try (ResultSet row = statement.executeQuery(RULES)) {
        while (row.next()) {
          rules
              .computeIfAbsent(row.getString("relname"), _ -> new TreeMap<>())
              .put(
                  row.getString("definition"),
                  Set.of((String[]) row.getArray("attributes").getArray()));
        }
      }
      try (ResultSet row = statement.executeQuery(UNIQUE)) {
        while (row.next()) {
          unique
              .computeIfAbsent(row.getString("relname"), _ -> new TreeSet<>())
              .add(row.getString("key"));
        }
      }
      try (ResultSet row = statement.executeQuery(SECURED)) {
        while (row.next()) {
          secured.add(row.getString("relname"));
        }
      }
    }
    return new Schema(columns, rules, unique, secured);
  }

  /// What statements of a program that knows this schema cannot rely on in a later one.
  List<String> lostIn(Schema later) {
    List<String> lost = new ArrayList<>();
    columns.forEach((table, known) -> {
      Map<String, Column> now = later.columns.get(table);
      if (now == null) {
        lost.add("table %s is gone".formatted(table));
        return;
      }
      known.forEach((name, column) -> compare(table + "." + name, column, now.get(name), lost));
      now.forEach((name, column) -> {
        if (!known.containsKey(name) && column.required() && !column.filled()) {
          lost.add("new column %s.%s has no default".formatted(table, name));
        }
      });
      newRules(table, later, known.keySet())
          .forEach(rule -> lost.add("table %s has a new rule: %s".formatted(table, rule)));
      unique.getOrDefault(table, Set.of()).stream()
          .filter(key -> !later.unique.getOrDefault(table, Set.of()).contains(key))
          .forEach(key -> lost.add("table %s is not unique any more by %s".formatted(table, key)));
      if (later.secured.contains(table) && !secured.contains(table)) {
        lost.add("table %s hides rows".formatted(table));
      }
    });
    return lost;
  }

  private static void compare(
      String name,
      Column before,
      @org.jspecify.annotations.Nullable Column now,
      List<String> lost) {
    if (now == null) {
      lost.add("column %s is gone".formatted(name));
      return;
    }
    if (!now.type().equals(before.type())) {
      lost.add("column %s is %s and was %s".formatted(name, now.type(), before.type()));
    }
    if (now.required() && !before.required()) {
      lost.add("column %s is required".formatted(name));
    }
    if (now.required() && before.filled() && !now.filled()) {
      lost.add("column %s has no default any more".formatted(name));
    }
  }

  /// Rules about new columns alone bind nobody who does not know these.
  private Set<String> newRules(String table, Schema later, Set<String> known) {
    Set<String> added = new TreeSet<>();
    later
        .rules
        .getOrDefault(table, Map.of())
        .forEach((rule, about) -> {
          boolean ofNewColumns = !about.isEmpty() && about.stream().noneMatch(known::contains);
          if (!rules.getOrDefault(table, Map.of()).containsKey(rule) && !ofNewColumns) {
            added.add(rule);
          }
        });
    return added;
  }
}
