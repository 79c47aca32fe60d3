package io.privirec.federation.peer;

import io.privirec.secagg.ParticipantId;
import java.util.SortedSet;

/// On what terms participants compute among themselves.
///
/// @param round index of the round that they do it in: once they have joined it, and before they
///   contribute
/// @param length numbers of each sum
/// @param sums most of them
public record PeerTerms(Topology topology, Consensus consensus, int round, int length, int sums) {
  public PeerTerms {
    if (length < 1 || sums < 1) {
      throw new IllegalArgumentException("length and sums must be positive");
    }
  }

  /// Whether vectors travel under masks.
  public boolean masked() {
    return consensus instanceof Consensus.Secure;
  }

  /// Messages of a participant, after that with its key.
  public long steps() {
    return consensus instanceof Consensus.Plain(int gossip) ? (long) sums * gossip : sums;
  }

  /// Bytes of messages that a participant holds at once: of three steps everybody's, or its
  /// neighbours', and what is on its way to each neighbour, in four copies from message to socket.
  public long heldBytes(ParticipantId self, SortedSet<ParticipantId> cohort) {
    long neighbours = topology.neighbours(self, cohort).size();
    long heard = masked() ? cohort.size() : neighbours + 1;
    return (3 * heard + 4 * neighbours) * length * Long.BYTES;
  }

  /// Bytes that one participant sends, passing on included; whoever has no address sends, and is
  /// sent, by the coordinator.
  public long bytesUp(ParticipantId self, SortedSet<ParticipantId> cohort) {
    long neighbours = topology.neighbours(self, cohort).size();
    long passedOn = masked() && !(topology instanceof Topology.Complete) ? cohort.size() - 1L : 1;
    return steps() * neighbours * passedOn * length * Long.BYTES;
  }
}
