package io.privirec.lab.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.dpals.Dpals;
import io.privirec.federation.factors.NoisyFilter;
import io.privirec.federation.factors.NoisyPriviRecK;
import io.privirec.federation.fedpower.PrivateFedPower;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.privacy.NoiseShares;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The train data that the sums of a session are about, and the settings that removed other data.
///
/// @param items with an interaction that counts
/// @param interactions that count
/// @param trainInteractions all of them
/// @param removed in the order of the session
public record UsedData(
    int items, long interactions, long trainInteractions, List<Removed> removed) {
  private static final String COUNTS = "item-degrees";
  private static final String ITEMS_PER_USER = "privacy.itemsPerUser";

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
  /// @param counts of items, as the session published them; only read if they have noise
  /// @param participants in the sums
  static UsedData of(
      AlgorithmParameters parameters,
      AlgorithmSettings algorithm,
      InteractionMatrix train,
      long[] counts,
      int participants) {
    Steps steps = new Steps(train);
    int minSupport =
        JsonMapper.shared().valueToTree(parameters).path("minSupport").asInt(/* defaultValue= */ 1);
    steps.keep("minSupport", minSupport, train.withSupport(minSupport));
    switch (algorithm) {
      case NoisyPriviRec noisy -> {
        steps.countsOf(noisy.privacy());
        boolean isByCounts = noisy.size().isPresent();
        steps.popular(
            isByCounts ? "model.size" : "model.items",
            isByCounts ? PriviRecParameters.PopularGram.BY_COUNTS : noisy.popular(),
            chosen(noisy, counts, participants));
        steps.sample("model.profile", noisy.profile(), /* onlyIn= */ null);
      }
      case NoisyPriviRecK noisy -> {
        steps.countsOf(noisy.privacy());
        steps.popular("popular.items", noisy.popular(), chosen(noisy, counts, participants));
      }
      case PrivateFedPower(NoisyPriviRecK frame, var _) -> {
        steps.countsOf(frame.privacy());
        steps.popular("items", frame.popular(), chosen(frame, counts, participants));
      }
      case ItemDegrees(int _, int _, Optional<SettledPrivacy> privacy) ->
          privacy.ifPresent(
              noise -> steps.sample(ITEMS_PER_USER, noise.itemsPerUser(), /* onlyIn= */ null));
      case Dpals dpals -> {
        steps.countsOf(dpals.privacy());
        int frequent = dpals.als().frequent(dpals.items());
        steps.popular(
            "fit.frequent", frequent, Popularity.of(counts).among(frequent, item -> true));
        if (dpals.als().weights() instanceof BoundedAls.Sampled) {
          steps.sample(ITEMS_PER_USER, dpals.als().perUser(), /* onlyIn= */ null);
        }
      }
      default -> {}
    }
    return steps.done();
  }

  private static int[] chosen(NoisyFilter noisy, long[] counts, int participants) {
    int colluders = noisy.privacy().terms().colluders();
    return noisy.chosen(counts, new NoiseShares(participants, colluders, 0));
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

    void keep(String setting, Object value, InteractionMatrix kept) {
      int items = itemsOf(left) - itemsOf(kept);
      long gone = (long) left.interactions() - kept.interactions();
      if (gone > 0) {
        removed.add(new Removed(setting, value.toString(), items, gone, /* onlyIn= */ null));
      }
      left = kept;
      interactions -= gone;
    }

    void popular(String setting, Object value, int[] chosen) {
      long[] kept = new long[left.items()];
      for (int item : chosen) {
        kept[item] = 1;
      }
      keep(setting, value, left.withSupport(kept, 1));
    }

    /// Counts what chance removes from users of more items. Which items it removes is secret.
    void sample(String setting, @Nullable Integer most, @Nullable String onlyIn) {
      if (most == null) {
        return;
      }
      long gone =
          IntStream.range(0, left.users())
              .mapToLong(user -> Math.max(0, left.rowLength(user) - most))
              .sum();
      if (gone > 0) {
        removed.add(new Removed(setting, most.toString(), 0, gone, onlyIn));
      }
      interactions -= onlyIn == null ? gone : 0;
    }

    void countsOf(SettledPrivacy privacy) {
      sample(ITEMS_PER_USER, privacy.itemsPerUser(), COUNTS);
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
