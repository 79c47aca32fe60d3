package io.privirec.lab.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.federation.Selection;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The train data that the sums of a session are about, and the settings that removed other data.
///
/// @param items with an interaction that counts
/// @param interactions that count
/// @param trainInteractions all of them
/// @param removed in the order of the session
public record UsedData(
    int items, long interactions, long trainInteractions, List<Removed> removed) {
  private static final String COUNTS = "item-degrees";

  public UsedData {
    removed = List.copyOf(removed);
  }

  /// Data that a setting removed.
  ///
  /// @param setting its path in the API
  /// @param value as the session settled it
  /// @param items that have no interaction left
  /// @param interactions removed, including all interactions of the removed items
  /// @param onlyIn name of the single sum that misses them; absent: all sums after the counts
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Removed(
      String setting, String value, int items, long interactions, @Nullable String onlyIn) {}

  /// Returns the data of a session.
  ///
  /// @param selections of the session's algorithm
  static UsedData of(InteractionMatrix train, List<Selection> selections) {
    Steps steps = new Steps(train);
    for (Selection selection : selections) {
      switch (selection) {
        case Selection.Support(int least) -> steps.keep(selection, train.withSupport(least));
        case Selection.Items items -> steps.keepItems(items);
        case Selection.Sample sample -> steps.sample(sample);
      }
    }
    return steps.done();
  }

  /// The data as settings remove parts of it.
  private static final class Steps {
    private final List<Removed> removed = new ArrayList<>();
    private final long all;
    private InteractionMatrix left;
    private long interactions;

    Steps(InteractionMatrix train) {
      this.left = train;
      this.all = train.interactions();
      this.interactions = all;
    }

    void keep(Selection selection, InteractionMatrix kept) {
      int items = itemsOf(left) - itemsOf(kept);
      long gone = (long) left.interactions() - kept.interactions();
      if (gone > 0) {
        removed.add(
            new Removed(selection.setting(), selection.value(), items, gone, /* onlyIn= */ null));
      }
      left = kept;
      interactions -= gone;
    }

    void keepItems(Selection.Items items) {
      long[] kept = new long[left.items()];
      for (int item : items.chosen()) {
        kept[item] = 1;
      }
      keep(items, left.withSupport(kept, 1));
    }

    /// Counts what chance removes from users of more items. Which items it removes is secret.
    void sample(Selection.Sample sample) {
      long gone =
          IntStream.range(0, left.users())
              .mapToLong(user -> Math.max(0, left.rowLength(user) - sample.most()))
              .sum();
      if (gone > 0) {
        String onlyIn = sample.inCounts() ? COUNTS : null;
        removed.add(new Removed(sample.setting(), sample.value(), 0, gone, onlyIn));
      }
      interactions -= sample.inCounts() ? 0 : gone;
    }

    UsedData done() {
      return new UsedData(itemsOf(left), interactions, all, removed);
    }

    private static int itemsOf(InteractionMatrix data) {
      return Math.toIntExact(
          Arrays.stream(data.itemDegrees()).filter(degree -> degree > 0).count());
    }
  }
}
