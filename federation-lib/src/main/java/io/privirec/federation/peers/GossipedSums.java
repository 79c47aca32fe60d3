package io.privirec.federation.peers;

import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerParty;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Sums by gossip in clear: in each step a participant takes the weighted mean of what its
/// neighbours and itself have. After c steps it is off the mean by what is left of the differences,
/// λ₂^c, λ₂ the second eigenvalue of the weights.
final class GossipedSums implements PeerSums {
  private final List<ParticipantId> order;
  private final Mixing mixing;
  private final int gossip;
  private final PeerParty party;
  private final PeerSteps steps;
  private final PeerJournal journal;

  GossipedSums(
      SortedSet<ParticipantId> cohort,
      Mixing mixing,
      int gossip,
      PeerParty party,
      PeerSteps steps,
      PeerJournal journal) {
    this.order = List.copyOf(cohort);
    this.mixing = mixing;
    this.gossip = gossip;
    this.party = party;
    this.steps = steps;
    this.journal = journal;
  }

  @Override
  public double[] sum(int number, double[] own, double bound)
      throws PeerFailureException, IOException, InterruptedException {
    Optional<double[]> known = journal.sum(number);
    if (known.isPresent() && number < journal.sums()) {
      return known.get();
    }
    int first = (number - 1) * gossip + 1;
    int step = first;
    double[] value = own;
    Optional<PeerJournal.Gossip> before = journal.gossip();
    if (before.isPresent() && before.get().step() >= first) {
      step = before.get().step();
      value = before.get().value();
    }
    for (; step < first + gossip; step++) {
      long[] bits = new long[value.length];
      for (int n = 0; n < bits.length; n++) {
        bits[n] = Double.doubleToLongBits(value[n]);
      }
      journal.put(new PeerJournal.Gossip(step, value));
      journal.say(party, step, bits, party.context());
      if (known.isPresent()) {
        // The last step again: the others may not have heard it before this process ended.
        return known.get();
      }
      steps.await(step);
      value = mixed(party.vectors(step), value.length);
    }
    double[] sum = value.clone();
    Arrays.setAll(sum, n -> sum[n] * order.size());
    journal.put(number, sum, party.context());
    return sum;
  }

  private double[] mixed(SortedMap<ParticipantId, long[]> heard, int length)
      throws PeerFailureException {
    double[] mixed = new double[length];
    int self = order.indexOf(party.self());
    for (Map.Entry<ParticipantId, long[]> one : heard.entrySet()) {
      double weight = mixing.weight(self, order.indexOf(one.getKey()));
      for (int n = 0; n < length; n++) {
        double value = Double.longBitsToDouble(one.getValue()[n]);
        if (!Double.isFinite(value)) {
          throw new PeerFailureException(
              Code.PEER_SUM_OUT_OF_RANGE,
              new TreeSet<>(List.of(one.getKey())),
              "what %s gossips is no number".formatted(one.getKey()));
        }
        mixed[n] += weight * value;
      }
    }
    return mixed;
  }
}
