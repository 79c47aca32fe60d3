package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import java.util.List;

/// An algorithm with its settled parameters: the one thing both sides of a session must agree on.
///
/// The coordinator runs its [#plan()], each participant its [#contributor()]; both derive the same
/// [#rounds()] from the parameters, and a participant refuses a round that differs.
public sealed interface Algorithm permits ItemDegrees, PriviRec, PriviRecK, Rehearsal {
  /// Name in the API: `privirec-k`.
  String id();

  /// Every round of a session, in order.
  List<RoundSpec> rounds();

  /// Whether a sum of this algorithm shows pairs of items of single users: an entry of an exact
  /// item Gram matrix that only one user supports, as most are, says that this user has both items.
  /// Who takes part in such a session must have been asked in person (docs/threat-model.md).
  boolean opensItemPairs();

  /// Whether its sums are opened over whole cells or not at all ([RoundKind.Closed]): wherever
  /// contributions depend on data and carry no noise.
  boolean closed();

  /// SHA-256 of the canonical encoding of name and parameters; bound into every round record.
  Digest digest();

  /// The coordinator's side.
  Plan plan();

  /// The participant's side.
  Contributor contributor();
}
