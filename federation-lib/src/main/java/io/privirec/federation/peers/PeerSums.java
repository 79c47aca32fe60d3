package io.privirec.federation.peers;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerParty;
import java.io.IOException;
import java.util.SortedSet;

/// Sums over all participants, made among themselves.
@FunctionalInterface
public interface PeerSums {
  /// Adds up.
  ///
  /// @param number of the sum, from 1 on, without gaps; everybody asks for the same ones
  /// @param own finite
  /// @param bound that no number of the sum is larger than, while everybody is honest; the same for
  ///   everybody
  /// @return the sum, or nearly: see [Consensus]
  double[] sum(int number, double[] own, double bound)
      throws PeerFailureException, IOException, InterruptedException;

  /// Sums as these terms say.
  ///
  /// @param party that has agreed on keys
  /// @param journal of this participant and session, with what was found before a restart
  static PeerSums of(
      PeerTerms terms,
      SortedSet<ParticipantId> cohort,
      PeerParty party,
      PeerSteps steps,
      PeerJournal journal) {
    return switch (terms.consensus()) {
      case Consensus.Secure() -> new MaskedSums(cohort.size(), party, steps, journal);
      case Consensus.Plain(int gossip) ->
          new GossipedSums(cohort, terms.topology().mixing(cohort), gossip, party, steps, journal);
    };
  }
}
