package io.privirec.serving.web.metadata;

import io.privirec.serving.metadata.MetadataVersion;
import io.privirec.serving.web.metadata.ItemMetadataStore.Changes;
import io.privirec.wire.ItemMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The newest metadata that this process knows. Thread-safe.
public final class LiveMetadata implements Supplier<MetadataVersion> {
  private final ItemMetadataStore store;
  private volatile MetadataVersion current = MetadataVersion.EMPTY;

  LiveMetadata(ItemMetadataStore store) {
    this.store = store;
  }

  @Override
  public MetadataVersion get() {
    return current;
  }

  /// Reads what has changed since the last time, if anything has.
  void refresh() {
    if (store.number() != current.number()) {
      follow();
    }
  }

  private synchronized void follow() {
    Changes changes = store.since(current.number());
    if (changes.number() != current.number()) {
      current =
          changes.isWhole()
              ? current.replaced(changes.number(), whole(changes))
              : current.with(changes.number(), changes.items());
    }
  }

  private static Map<String, ItemMetadata> whole(Changes changes) {
    Map<String, ItemMetadata> items = new HashMap<>();
    changes.items().forEach((item, metadata) -> metadata.ifPresent(is -> items.put(item, is)));
    return items;
  }
}
