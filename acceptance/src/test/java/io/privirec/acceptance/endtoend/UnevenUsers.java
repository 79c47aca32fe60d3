package io.privirec.acceptance.endtoend;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.UserRecommendationRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A thousand made-up users in groups of like taste, and what is asked for them: of every three one
 * has a basket, one a history with weights, and one neither. One user is unknown to every holder,
 * and some have hardly any history or almost all items.
 */
final class UnevenUsers {
  private static final int USERS = 1_000;
  private static final int ITEMS = 300;
  private static final int GROUPS = 6;
  private static final int USUAL = 16;

  /** With a basket, weighted, and plain. */
  private static final int LONG = 0;

  private static final int UNKNOWN = 2;
  private static final Double[] WEIGHTS = {1.0, 2.5, .3, null};

  private final Dataset dataset;

  UnevenUsers() {
    int[] rowOffsets = new int[USERS + 1];
    int[] heldOutOffsets = IntStream.rangeClosed(0, USERS).toArray();
    int[] heldOut = new int[USERS];
    List<Integer> columns = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      TreeSet<Integer> items = new TreeSet<>();
      for (int n = 0; items.size() < length(user); n++) {
        int item = CounterRandom.below(user, n, ITEMS);
        if (item % GROUPS == user % GROUPS || n % 5 == 0) {
          items.add(item);
        }
      }
      columns.addAll(items);
      rowOffsets[user + 1] = columns.size();
      heldOut[user] =
          IntStream.range(0, ITEMS).filter(item -> !items.contains(item)).findFirst().orElseThrow();
    }
    dataset =
        Dataset.of(
            "uneven",
            IntStream.range(0, USERS).mapToObj("user-%04d"::formatted).toList(),
            IntStream.range(0, ITEMS).mapToObj("item-%04d"::formatted).toList(),
            RatingMatrix.of(
                InteractionMatrix.of(
                    USERS,
                    ITEMS,
                    rowOffsets,
                    columns.stream().mapToInt(Integer::intValue).toArray())),
            RatingMatrix.of(InteractionMatrix.of(USERS, ITEMS, heldOutOffsets, heldOut)));
  }

  private static int length(int user) {
    return switch (user) {
      case LONG -> 240;
      case UNKNOWN -> 0;
      case 1, 5 -> 1;
      case 3, 4, 8 -> 2;
      default -> USUAL;
    };
  }

  /** Each has one item held out, so that the lab makes a list for every one. */
  Dataset dataset() {
    return dataset;
  }

  int count() {
    return USERS;
  }

  /** Whether no holder has a history of theirs. */
  boolean isUnknown(int user) {
    return user == UNKNOWN;
  }

  /** The interactions of one participant's users, as imported. */
  byte[] csv(int participant, int participants) {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = participant; user < USERS; user += participants) {
      for (int item : dataset.train().row(user)) {
        csv.append(dataset.userIds().get(user)).append(',').append(id(item)).append('\n');
      }
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** What is asked where the history is not stored: it, and the basket if there is one. */
  RecommendationRequest stored(int user, int k) {
    return asked(user, k).with(history(user, false));
  }

  /** What is asked where the history is stored. */
  UserRecommendationRequest asked(int user, int k) {
    return new UserRecommendationRequest(
        k, null, null, null, null, !isUnknown(user), null, basket(user), null, null);
  }

  /** The history with weights, which no holder stores. */
  Optional<RecommendationRequest> weighted(int user, int k) {
    return user % 3 == 1 ? Optional.of(asked(user, k).with(history(user, true))) : Optional.empty();
  }

  private List<HistoryItem> history(int user, boolean weighted) {
    return IntStream.of(dataset.train().row(user))
        .mapToObj(
            item -> new HistoryItem(id(item), weighted ? WEIGHTS[item % WEIGHTS.length] : null))
        .toList();
  }

  private List<HistoryItem> basket(int user) {
    return user % 3 != 0
        ? null
        : IntStream.range(0, 3)
            .mapToObj(n ->
                new HistoryItem(id(CounterRandom.below(user, 1_000_000 + n, ITEMS)), WEIGHTS[n]))
            .toList();
  }

  /** The weight of each item for a request: the largest that is given. */
  float[] weights(RecommendationRequest request) {
    float[] weights = new float[ITEMS];
    List<HistoryItem> all = new ArrayList<>(request.history());
    if (request.context() != null) {
      all.addAll(request.context());
    }
    for (HistoryItem one : all) {
      int item = dataset.itemIds().indexOf(one.item());
      weights[item] = Math.max(weights[item], one.weight() == null ? 1 : one.weight().floatValue());
    }
    return weights;
  }

  private String id(int item) {
    return dataset.itemIds().get(item);
  }
}
