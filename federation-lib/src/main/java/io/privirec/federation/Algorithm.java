package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import java.util.List;

/// An algorithm with its settled parameters: the one thing both sides of a session must agree on.
///
/// The coordinator runs its [#plan()], each participant its [#contributor()]; both derive the same
/// [#rounds()] from the parameters, and a participant refuses a round that differs.
public interface Algorithm {
  /// Name in the API: `privirec-k`.
  String id();

  /// Every round of a session, in order; all of one kind.
  List<RoundSpec> rounds();

  /// What the sums of a session show.
  Disclosure disclosure();

  /// Whether its sums are opened over whole cells or not at all.
  default boolean closed() {
    return rounds().stream().allMatch(RoundSpec.ClosedSum.class::isInstance);
  }

  /// SHA-256 of the canonical encoding of name and parameters; bound into every round record.
  Digest digest();

  /// What whoever starts a session should know of its parameters, in sentences.
  default List<String> warnings() {
    return List.of();
  }

  /// Whether its plan reads public features of the items, from
  /// [io.privirec.filter.factor.ItemFeaturesFile] in the working directory, where whoever runs the
  /// plan puts those of the session's catalogue.
  default boolean readsItemFeatures() {
    return false;
  }

  /// The coordinator's side.
  Plan plan();

  /// The participant's side.
  Contributor contributor();
}
