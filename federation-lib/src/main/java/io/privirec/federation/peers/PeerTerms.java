package io.privirec.federation.peers;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerParty;
import io.privirec.secagg.peer.PeerSpread;
import java.util.SortedSet;

/// The terms of a computation of participants among themselves.
///
/// @param length numbers of each sum
public record PeerTerms(Topology topology, Consensus consensus, int length) {
  public PeerTerms {
    if (length < 1) {
      throw new IllegalArgumentException("length must be positive. Provided value: " + length);
    }
  }

  /// Whether vectors travel under masks.
  public boolean masked() {
    return consensus instanceof Consensus.Secure;
  }

  /// How vectors get to the others of a cohort.
  public PeerSpread spread(SortedSet<ParticipantId> cohort) {
    if (!masked()) {
      return PeerSpread.IN_CLEAR;
    }
    boolean complete =
        cohort.stream().allMatch(id -> topology.neighbours(id, cohort).size() == cohort.size() - 1);
    return complete ? PeerSpread.DIRECT : PeerSpread.PASSED_ON;
  }

  /// Returns the sums of one participant.
  ///
  /// @param party that has agreed on keys
  /// @param journal of this participant and session, with what was found before a restart
  public PeerSums sums(
      SortedSet<ParticipantId> cohort, PeerParty party, PeerSteps steps, PeerJournal journal) {
    return switch (consensus) {
      case Consensus.Secure() -> new MaskedSums(cohort.size(), party, steps, journal);
      case Consensus.Plain(int gossip) ->
          new GossipedSums(cohort, topology.mixing(cohort), gossip, party, steps, journal);
    };
  }

  /// Bytes of messages that a participant holds at once. It has messages of three steps, from all
  /// participants or from its neighbours. Messages to its neighbours exist four times, from the
  /// vector to the socket.
  public long heldBytes(ParticipantId self, SortedSet<ParticipantId> cohort) {
    long neighbours = topology.neighbours(self, cohort).size();
    long heard = masked() ? cohort.size() : neighbours + 1;
    return (3 * heard + 4 * neighbours) * length * Long.BYTES;
  }
}
