package io.privirec.serving.metadata;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.wire.ItemFilter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The index of the newest metadata that was asked with; requests may come in any order.
public final class CurrentMetadata {
  private volatile MetadataIndex index;

  public CurrentMetadata(CatalogueIndex catalogue) {
    index = MetadataIndex.empty(catalogue);
  }

  public MetadataIndex at(RequestContext context) {
    if (index.isOlderThan(context.metadata())) {
      synchronized (this) {
        index = index.at(context.metadata());
      }
    }
    return index;
  }

  /// What a filter lets through, at its own time if it names one.
  public static Eligibility eligibility(
      @Nullable ItemFilter filter, MetadataIndex index, Instant now) {
    return filter == null
        ? index.eligibility(null, now)
        : index.eligibility(
            filter.category(), filter.availableAt() == null ? now : filter.availableAt());
  }

  /// The same by the newest metadata.
  public Eligibility eligibility(@Nullable ItemFilter filter, RequestContext context) {
    return eligibility(filter, at(context), context.now());
  }
}
