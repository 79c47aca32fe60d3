package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.peer.PeerTerms;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /// Whether a participant draws something in one round that it needs again in another: it is then
  /// given a [SessionSecret] that is the same in all of them.
  default boolean drawsSecrets() {
    return false;
  }

  /// What a participant should know of its part beside what the sums show, in sentences.
  default List<String> tells(ParticipantId participant) {
    return List.of();
  }

  /// Participants without whom it has no session.
  default Set<ParticipantId> needs() {
    return Set.of();
  }

  /// Smallest cohort that it works with.
  default int fewestParticipants() {
    return Thresholds.MIN_COHORT;
  }

  /// Largest cohort that it works with.
  default int mostParticipants() {
    return Thresholds.MAX_COHORT;
  }

  /// What participants compute among themselves in one of its rounds, if they do.
  default Optional<PeerTerms> peers() {
    return Optional.empty();
  }

  /// The numbers per item that every participant learns from a round: the next broadcast is made of
  /// its sum. As [RoundSpec#columns()], 0 for sums with noise.
  default int columnsOfPeers(RoundSpec round) {
    List<RoundSpec> all = rounds();
    int next = round.index() + 1;
    return next < all.size() && all.get(next).hasBroadcast() ? round.columns() : 0;
  }

  /// Whether participants compute something among themselves between two rounds: then each of them
  /// may end a session in which it cannot go on with the others.
  default boolean meetsPeers() {
    return peers().isPresent();
  }

  /// The coordinator's side.
  Plan plan();

  /// The participant's side.
  Contributor contributor();
}
