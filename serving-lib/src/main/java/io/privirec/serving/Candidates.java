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
  static Candidates of(
      RecommendationRequest request,
      History history,
      CatalogueIndex catalogue,
      Eligibility eligibility) {
    BitSet items = included(request.include(), catalogue);
    int all = items.cardinality();
    if (request.excludeSeen() == null || request.excludeSeen()) {
      clear(items, history.items());
    }
    clear(items, history.context());
    int unseen = items.cardinality();
    if (request.exclude() != null) {
      for (String id : request.exclude()) {
        int index = catalogue.indexOf(id);
        if (index >= 0) {
          items.clear(index);
        }
      }
    }
    return filtered(items, all - unseen, unseen - items.cardinality(), eligibility);
  }

  /** All but some. */
  static Candidates without(int[] excluded, CatalogueIndex catalogue, Eligibility eligibility) {
    BitSet items = included(null, catalogue);
    clear(items, excluded);
    return filtered(items, 0, excluded.length, eligibility);
  }

  private static Candidates filtered(
      BitSet items, int seen, int excluded, Eligibility eligibility) {
    if (eligibility.available() == null) {
      return new Candidates(items, new Filtered(seen, excluded, 0, 0));
    }
    int before = items.cardinality();
    int inCategory = before;
    if (eligibility.category() != null) {
      items.and(eligibility.category());
      inCategory = items.cardinality();
    }
    items.and(eligibility.available());
    return new Candidates(
        items, new Filtered(seen, excluded, before - inCategory, inCategory - items.cardinality()));
  }

  private static void clear(BitSet items, int[] cleared) {
    for (int item : cleared) {
      items.clear(item);
    }
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
