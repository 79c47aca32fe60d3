package io.privirec.client.peer;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerSums;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerGroup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/// What one participant is to compute with the others of a session.
///
/// @param session as the coordinator calls it
/// @param agreement of this participant and group, after a restart the same
/// @param addresses of those members who have one
/// @param channel for the relay, and for what is reported
/// @param work what is computed; after a restart it is done again
public record PeerCall(
    String session,
    ParticipantId participant,
    IdentityKeyPair identity,
    AgreementKeyPair agreement,
    PeerGroup group,
    PeerTerms terms,
    Map<ParticipantId, URI> addresses,
    ParticipantChannel channel,
    Work work) {
  public PeerCall {
    addresses = Map.copyOf(addresses);
  }

  /// Computes, and writes what comes of it to a file.
  @FunctionalInterface
  public interface Work {
    void meet(PeerSums sums, Path result)
        throws IOException, PeerFailureException, InterruptedException;
  }
}
