package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.List;
import java.util.stream.IntStream;

/// A data set, split into what is known and what is to be predicted.
///
/// @param name for reports
/// @param userIds the file's name of each user index
/// @param itemIds the file's name of each item index
/// @param trainRatings known interactions, [users × items], not empty
/// @param testRatings held-out interactions, same shape, disjoint from train
/// @param duplicates lines of the files whose pair a later line repeats; that one counts
/// @param sha256 fingerprint in hex, of train and test as [DatasetFingerprint] writes them; ratings
///   are no part of it
public record Dataset(
    String name,
    List<String> userIds,
    List<String> itemIds,
    RatingMatrix trainRatings,
    RatingMatrix testRatings,
    long duplicates,
    String sha256) {

  /// Checks shapes; use [#of] to have the fingerprint computed.
  public Dataset {
    userIds = List.copyOf(userIds);
    itemIds = List.copyOf(itemIds);
    InteractionMatrix train = trainRatings.pattern();
    InteractionMatrix test = testRatings.pattern();
    if (train.users() != userIds.size()
        || train.items() != itemIds.size()
        || test.users() != userIds.size()
        || test.items() != itemIds.size()) {
      throw new IllegalArgumentException(
          "train and test must be %s × %s. Provided: %s and %s"
              .formatted(userIds.size(), itemIds.size(), train, test));
    }
    if (train.interactions() == 0) {
      throw new IllegalArgumentException("a data set must have train interactions");
    }
  }

  /// A data set without duplicates, with its fingerprint.
  public static Dataset of(
      String name,
      List<String> userIds,
      List<String> itemIds,
      RatingMatrix train,
      RatingMatrix test) {
    return of(name, userIds, itemIds, new HoldOutSplit(train, test), 0);
  }

  static Dataset of(
      String name,
      List<String> userIds,
      List<String> itemIds,
      HoldOutSplit split,
      long duplicates) {
    return new Dataset(
        name,
        userIds,
        itemIds,
        split.train(),
        split.test(),
        duplicates,
        DatasetFingerprint.of(split.train().pattern(), split.test().pattern()));
  }

  /// A data set for choosing settings: of each user's train interactions a seeded tenth, rounded
  /// down, is held out; test is no part of it.
  public Dataset validation(long seed) {
    return of(
        name + "-validation", userIds, itemIds, HoldOutSplit.perUser(trainRatings, seed, 10), 0);
  }

  /// Some of the users with all that they have, and the items that any of them has.
  ///
  /// @param count how many; all, if there are not more
  /// @param seed that draws them
  public Dataset sample(int count, long seed) {
    int[] drawn =
        IntStream.of(HoldOutSplit.shuffled(0, users(), seed)).limit(count).sorted().toArray();
    RatingMatrix train = trainRatings.rows(drawn);
    RatingMatrix test = testRatings.rows(drawn);
    long[] known = train.pattern().itemDegrees();
    long[] heldOut = test.pattern().itemDegrees();
    int[] had =
        IntStream.range(0, items()).filter(item -> known[item] + heldOut[item] > 0).toArray();
    return of(
        name + "-" + drawn.length,
        IntStream.of(drawn).mapToObj(userIds::get).toList(),
        IntStream.of(had).mapToObj(itemIds::get).toList(),
        train.items(had),
        test.items(had));
  }

  /// Known interactions, without their ratings.
  public InteractionMatrix train() {
    return trainRatings.pattern();
  }

  /// Held-out interactions, without their ratings.
  public InteractionMatrix test() {
    return testRatings.pattern();
  }

  /// Number of users.
  public int users() {
    return userIds.size();
  }

  /// Number of items.
  public int items() {
    return itemIds.size();
  }

  /// Number of interactions, train and test.
  public long interactions() {
    return (long) train().interactions() + test().interactions();
  }
}
