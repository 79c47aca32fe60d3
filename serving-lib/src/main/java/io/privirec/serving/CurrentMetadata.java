package io.privirec.serving;

import io.privirec.wire.ItemFilter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The index of the newest metadata that was asked with; requests may come in any order. */
final class CurrentMetadata {
  private volatile MetadataIndex index;

  CurrentMetadata(CatalogueIndex catalogue) {
    index = MetadataIndex.empty(catalogue);
  }

  MetadataIndex at(Moment moment) {
    if (index.isOlderThan(moment.metadata())) {
      synchronized (this) {
        index = index.at(moment.metadata());
      }
    }
    return index;
  }

  /** What a filter lets through, at its own time if it names one. */
  static Eligibility eligibility(@Nullable ItemFilter filter, MetadataIndex index, Instant now) {
    return filter == null
        ? index.eligibility(null, now)
        : index.eligibility(
            filter.category(), filter.availableAt() == null ? now : filter.availableAt());
  }

  /** The same by the newest metadata. */
  Eligibility eligibility(@Nullable ItemFilter filter, Moment moment) {
    return eligibility(filter, at(moment), moment.now());
  }
}
