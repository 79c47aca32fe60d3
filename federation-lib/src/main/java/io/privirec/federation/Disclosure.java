package io.privirec.federation;

/// What the sums of a session show to the coordinator, which opens them, and to whoever gets its
/// broadcasts and its release. From it follow whether holders are asked first, how the rounds are
/// closed, and what the release says about privacy (docs/threat-model.md).
public sealed interface Disclosure {
  /// The sums are of made-up values: they show nothing about anybody, however often and over
  /// whomever they are opened.
  record Nothing() implements Disclosure {}

  /// The sums are exact, and of values that depend on data. They are opened over whole cells or not
  /// at all.
  ///
  /// @param ofSingleUsers what can be read of single users all the same
  record ExactSums(SingleUsers ofSingleUsers) implements Disclosure {}

  /// The sums carry noise that every participant adds a share of. What they show of a unit is
  /// bounded, and counted in ledgers; over whom they are opened does not matter.
  record NoisySums(PrivacyTerms terms) implements Disclosure {}

  /// What an exact sum shows of a user whom nobody else in the cohort resembles.
  enum SingleUsers {
    /// Nothing but that a user exists who has an item that nobody else has.
    RARE_ITEMS,
    /// Pairs of items: an entry of the exact item Gram matrix that only one user supports, as most
    /// are, says that this user has both items.
    ITEM_GRAM,
    /// Vectors of users, and pairs of items to whoever chooses the items' vectors; where there are
    /// ratings, those too.
    USER_VECTORS
  }

  /// Whether contributions depend on the participant's data.
  default boolean readsData() {
    return !(this instanceof Nothing);
  }

  /// Whether the sums show pairs of items of single users. Whoever takes part in such a session
  /// must have been asked in person.
  default boolean opensItemPairs() {
    return this instanceof ExactSums(SingleUsers shown) && shown != SingleUsers.RARE_ITEMS;
  }
}
