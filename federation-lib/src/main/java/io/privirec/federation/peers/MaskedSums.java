package io.privirec.federation.peers;

import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.secagg.peer.PeerParty;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;

/// Sums under masks: in fixed point modulo 2⁶⁴, as fine as the bound allows, the same to the last
/// bit for everybody.
final class MaskedSums implements PeerSums {
  /// Of a sum, without sign: one more than those of honest participants have, rounding included.
  private static final int BITS = 62;

  private final int participants;
  private final PeerParty party;
  private final PeerSteps steps;
  private final PeerJournal journal;

  MaskedSums(int participants, PeerParty party, PeerSteps steps, PeerJournal journal) {
    this.participants = participants;
    this.party = party;
    this.steps = steps;
    this.journal = journal;
  }

  /// The scale follows from the bound alone, which everybody has the same.
  private static int scaleBits(double bound) {
    return BITS - 1 - (Math.getExponent(bound) + 1);
  }

  @Override
  public double[] sum(int number, double[] own, double bound)
      throws PeerFailureException, IOException, InterruptedException {
    Optional<double[]> known = journal.sum(number);
    if (known.isPresent() && number < journal.sums()) {
      return known.get();
    }
    int scale = scaleBits(bound);
    long[] numbers = new long[own.length];
    for (int n = 0; n < own.length; n++) {
      numbers[n] = (long) Math.rint(Math.scalb(Math.clamp(own[n], -bound, bound), scale));
    }
    journal.say(party, number, numbers, journal.heard(number - 1).orElse(party.context()));
    if (known.isPresent()) {
      // The others may not have heard it before this process ended.
      return known.get();
    }
    steps.await(number);
    double[] sum = new double[own.length];
    double most = Math.scalb(bound, scale) + participants;
    long[] total = party.total(number);
    for (int n = 0; n < sum.length; n++) {
      if (Math.abs((double) total[n]) > most) {
        throw new PeerFailureException(
            Code.PEER_SUM_OUT_OF_RANGE,
            Collections.emptySortedSet(),
            "sum %s has a number that is larger than %s".formatted(number, bound));
      }
      sum[n] = Math.scalb((double) total[n], -scale);
    }
    journal.put(number, sum, party.heard(number));
    return sum;
  }
}
