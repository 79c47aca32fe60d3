package io.privirec.serving.ranking;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.metadata.Eligibility;
import io.privirec.serving.scoring.History;
import io.privirec.wire.RecommendationAnswer.Filtered;
import io.privirec.wire.RecommendationRequest;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What may be answered with. Filters apply before ranking, so k items are found whenever as many
/// are left.
///
/// @param items indices that may appear
/// @param filtered how many were left out, each counted under the first reason that holds
record Candidates(BitSet items, Filtered filtered) {
  /// What a request lets through.
  ///
  /// @param items made to hold the candidates, which are valid as long as it is the caller's
  static Candidates of(
      BitSet items,
      RecommendationRequest request,
      History history,
      CatalogueIndex catalogue,
      Eligibility eligibility) {
    include(items, request.include(), catalogue);
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

  /// All but some.
  ///
  /// @param items made to hold the candidates
  static Candidates without(
      BitSet items, int[] excluded, CatalogueIndex catalogue, Eligibility eligibility) {
    include(items, null, catalogue);
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

  private static void include(
      BitSet items, @Nullable List<String> include, CatalogueIndex catalogue) {
    items.clear();
    if (include == null) {
      items.set(0, catalogue.size());
      return;
    }
    for (String id : include) {
      int index = catalogue.indexOf(id);
      if (index >= 0) {
        items.set(index);
      }
    }
  }

  int count() {
    return items.cardinality();
  }

  /// Hides the items: what is missing was seen.
  @Override
  public String toString() {
    return "Candidates[%s]".formatted(count());
  }
}
