package io.privirec.serving;

import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationRequest;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be answered with. Filters apply before ranking, so k items are found whenever as many
 * are left.
 *
 * @param items indices that may appear
 * @param filtered how many were left out, each counted under the first reason that holds
 */
record Candidates(BitSet items, Filtered filtered) {
  static Candidates of(RecommendationRequest request, History history, CatalogueIndex catalogue) {
    BitSet items = included(request.include(), catalogue);
    int all = items.cardinality();
    if (request.excludeSeen() == null || request.excludeSeen()) {
      for (int item : history.items()) {
        items.clear(item);
      }
    }
    int unseen = items.cardinality();
    if (request.exclude() != null) {
      for (String id : request.exclude()) {
        int index = catalogue.indexOf(id);
        if (index >= 0) {
          items.clear(index);
        }
      }
    }
    return new Candidates(items, new Filtered(all - unseen, unseen - items.cardinality()));
  }

  static Candidates all(CatalogueIndex catalogue) {
    return new Candidates(included(null, catalogue), new Filtered(0, 0));
  }

  private static BitSet included(@Nullable List<String> include, CatalogueIndex catalogue) {
    BitSet items = new BitSet(catalogue.size());
    if (include == null) {
      items.set(0, catalogue.size());
      return items;
    }
    for (String id : include) {
      int index = catalogue.indexOf(id);
      if (index >= 0) {
        items.set(index);
      }
    }
    return items;
  }

  int count() {
    return items.cardinality();
  }
}
