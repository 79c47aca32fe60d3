package io.privirec.federation;

import java.util.Optional;

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
  /// @param openedPairs the pairs of items of single users that can be read from them all the same;
  ///   empty: nothing but that a user exists who has an item that nobody else has
  /// @param minSupport sums after the first one leave out the items that fewer users of the cohort
  ///   have, by the coordinator's word; 1: none
  record ExactSums(Optional<OpenedPairs> openedPairs, int minSupport) implements Disclosure {}

  /// The sums carry noise that every participant adds a share of. What they show of a unit is
  /// bounded, and counted in ledgers; over whom they are opened does not matter.
  record NoisySums(PrivacyTerms terms) implements Disclosure {}

  /// What an exact sum shows of a user whom nobody else in the cohort resembles, in words.
  ///
  /// @param inSums what the sums tell, for whoever is asked to take part
  /// @param inRelease what the sums and the release tell, for whoever reads the release
  record OpenedPairs(String inSums, String inRelease) {}

  /// Whether contributions depend on the participant's data.
  default boolean readsData() {
    return !(this instanceof Nothing);
  }

  /// The pairs of items of single users that the sums show. Whoever takes part in a session that
  /// shows some must have been asked in person.
  default Optional<OpenedPairs> openedPairs() {
    return Optional.empty();
  }

  /// Whether the sums show pairs of items of single users.
  default boolean opensItemPairs() {
    return openedPairs().isPresent();
  }
}
