package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.peer.PeerTerms;
import io.privirec.secagg.ParticipantId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An algorithm that is another one but for what it overrides: to watch its sums, or to disturb
/// them.
public interface ForwardingAlgorithm extends Algorithm {
  /// The other one.
  Algorithm of();

  @Override
  default String id() {
    return of().id();
  }

  @Override
  default List<RoundSpec> rounds() {
    return of().rounds();
  }

  @Override
  default Disclosure disclosure() {
    return of().disclosure();
  }

  @Override
  default Digest digest() {
    return of().digest();
  }

  @Override
  default List<String> warnings() {
    return of().warnings();
  }

  @Override
  default boolean readsItemFeatures() {
    return of().readsItemFeatures();
  }

  @Override
  default List<String> tells(ParticipantId participant) {
    return of().tells(participant);
  }

  @Override
  default Set<ParticipantId> needs() {
    return of().needs();
  }

  @Override
  default int fewestParticipants() {
    return of().fewestParticipants();
  }

  @Override
  default int mostParticipants() {
    return of().mostParticipants();
  }

  @Override
  default boolean drawsSecrets() {
    return of().drawsSecrets();
  }

  @Override
  default Optional<PeerTerms> peers() {
    return of().peers();
  }

  @Override
  default int columnsOfPeers(RoundSpec round) {
    return of().columnsOfPeers(round);
  }

  @Override
  default Plan plan() {
    return of().plan();
  }

  @Override
  default Contributor contributor() {
    return of().contributor();
  }
}
