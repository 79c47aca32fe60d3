package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.List;

/// A data set, split into what is known and what is to be predicted.
///
/// @param name for reports
/// @param userIds the file's name of each user index
/// @param itemIds the file's name of each item index
/// @param train known interactions, [users × items], not empty
/// @param test held-out interactions, same shape, disjoint from train
/// @param sha256 fingerprint in hex, of train and test as [DatasetFingerprint] writes them
public record Dataset(
    String name,
    List<String> userIds,
    List<String> itemIds,
    InteractionMatrix train,
    InteractionMatrix test,
    String sha256) {

  /// Checks shapes; use [#of] to have the fingerprint computed.
  public Dataset {
    userIds = List.copyOf(userIds);
    itemIds = List.copyOf(itemIds);
    if (train.users() != userIds.size()
        || train.items() != itemIds.size()
        || test.users() != userIds.size()
        || test.items() != itemIds.size()) {
      throw new IllegalArgumentException(
          "train and test must be %d × %d. Provided: %s and %s"
              .formatted(userIds.size(), itemIds.size(), train, test));
    }
    if (train.interactions() == 0) {
      throw new IllegalArgumentException("a data set must have train interactions");
    }
  }

  /// A data set with its fingerprint.
  public static Dataset of(
      String name,
      List<String> userIds,
      List<String> itemIds,
      InteractionMatrix train,
      InteractionMatrix test) {
    return new Dataset(name, userIds, itemIds, train, test, DatasetFingerprint.of(train, test));
  }

  /// A data set for choosing settings: of each user's train interactions a seeded tenth, rounded
  /// down, is held out; test is no part of it.
  public Dataset validation(long seed) {
    HoldOutSplit split = HoldOutSplit.of(train, seed, 10);
    return of(name + "-validation", userIds, itemIds, split.train(), split.test());
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
    return (long) train.interactions() + test.interactions();
  }
}
