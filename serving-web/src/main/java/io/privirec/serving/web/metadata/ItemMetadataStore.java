package io.privirec.serving.web.metadata;

import io.privirec.wire.ItemMetadata;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Metadata in PostgreSQL. Every change has a number; what a replica lacks is read by it.
class ItemMetadataStore {
  /// A replica that has not looked for so long reads everything.
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final JdbcClient jdbc;
  private final TransactionTemplate writing;
  private final TransactionTemplate reading;
  private final JsonMapper json;

  ItemMetadataStore(JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
    this.writing = new TransactionTemplate(transactions);
    this.reading = new TransactionTemplate(transactions);
    reading.setReadOnly(true);
    reading.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  /// What has changed.
  ///
  /// @param number of the last change that it is in
  /// @param isWhole whether it is all metadata there is, and not only what changed
  /// @param items by id; empty for one that has no metadata any more
  record Changes(long number, boolean isWhole, Map<String, Optional<ItemMetadata>> items) {}

  private record Last(long number, long forgotten) {}

  /// The number of the last change.
  long number() {
    return jdbc.sql("select number from item_metadata_change").query(Long.class).single();
  }

  /// What has changed since a change; everything where there is no such change (any more).
  Changes since(long known) {
    return reading.execute(_ -> {
      Last last =
          jdbc.sql("select number, forgotten from item_metadata_change")
              .query((row, _) -> new Last(row.getLong(1), row.getLong(2)))
              .single();
      boolean whole = known == 0 || known < last.forgotten || known > last.number;
      Map<String, Optional<ItemMetadata>> items = new HashMap<>();
      jdbc.sql(
              whole
                  ? "select item, metadata from item_metadata where metadata is not null"
                      + " and change > :known"
                  : "select item, metadata from item_metadata where change > :known")
          .param("known", whole ? 0 : known)
          .query((ResultSet row) -> {
            items.put(row.getString(1), parse(row.getString(2)));
          });
      return new Changes(last.number, whole, items);
    });
  }

  private Optional<ItemMetadata> parse(@Nullable String text) {
    return text == null ? Optional.empty() : Optional.of(json.readValue(text, ItemMetadata.class));
  }

  /// Sets the metadata of items, all or none.
  void put(Map<String, ItemMetadata> items) {
    String[] ids = items.keySet().toArray(String[]::new);
    String[] texts = items.values().stream().map(json::writeValueAsString).toArray(String[]::new);
    writing.executeWithoutResult(_ -> {
      long number = next();
      jdbc.sql(
              """
              insert into item_metadata (item, metadata, change, changed_at)
              select item, metadata, ?, now()
              from unnest(?::text[], ?::text[]) as given (item, metadata)
              on conflict (item) do update
              set metadata = excluded.metadata, change = excluded.change,
                changed_at = excluded.changed_at\
              """)
          .params(number, ids, texts)
          .update();
    });
  }

  /// Removes the metadata of an item; nothing happens where it has none.
  void remove(String item) {
    writing.executeWithoutResult(_ -> {
      long number = next();
      jdbc.sql(
              """
              update item_metadata set metadata = null, change = ?, changed_at = now()
              where item = ? and metadata is not null\
              """)
          .params(number, item)
          .update();
      forget();
    });
  }

  private long next() {
    return jdbc.sql("update item_metadata_change set number = number + 1 returning number")
        .query(Long.class)
        .single();
  }

  private void forget() {
    jdbc.sql(
            """
            with gone as (
              delete from item_metadata
              where metadata is null and changed_at < now() - make_interval(secs => ?)
              returning change)
            update item_metadata_change
            set forgotten = greatest(forgotten, (select max(change) from gone))\
            """)
        .param(REMEMBERED.toSeconds())
        .update();
  }
}
