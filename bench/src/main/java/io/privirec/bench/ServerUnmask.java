package io.privirec.bench;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.graph.SharingGraph;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the coordinator computes when the answers of the last phase are there: the secrets put
/// together from all shares of the survivors, the agreements of those who dropped out, and all
/// remaining masks taken off a sum of 1,000,000 elements. The parameters are given, not solved for,
/// so that the number of masks is that of the bar.
///
/// The sum really is one of masked inputs, and what comes out is compared with the plain sum.
final class ServerUnmask {
  private static final int ELEMENTS = 1_000_000;
  private static final long INPUT = 3;

  private final SharingGraph graph;
  private final int threshold;
  private final Set<Integer> dropouts;
  private final RoundRecord record;
  private final Digest context;
  private final List<AgreementPublicKey> advertised = new ArrayList<>();
  private final List<List<Share>> shares = new ArrayList<>();
  private final byte[] maskedSum;

  /// No two of the dropouts are neighbours, so that as many masks as can be remain: `cohort - drops
  /// + drops · neighbours`.
  ServerUnmask(int cohort, int neighbours, int threshold, int drops, SecureRandom random)
      throws GeneralSecurityException {
    this.record = Terms.of(cohort, ELEMENTS, false, random).record();
    this.context = Digest.of(SecretBytes.random(32, random).expose());
    this.threshold = threshold;
    SharingGraph candidate;
    Set<Integer> apart;
    do {
      Digest seed = Digest.of(SecretBytes.random(32, random).expose());
      candidate = SharingGraph.random(cohort, neighbours, seed);
      apart = participantsApart(candidate, drops);
    } while (apart.size() < drops);
    this.graph = candidate;
    this.dropouts = apart;
    List<AgreementKeyPair> keys = new ArrayList<>();
    List<SecretBytes> seeds = new ArrayList<>();
    for (int index = 1; index <= cohort; index++) {
      keys.add(AgreementKeyPair.generate(KeyAgreement.X25519, random));
      seeds.add(SecretBytes.random(32, random));
      advertised.add(keys.getLast().publicKey());
      SecretBytes shared = isSurvivor(index) ? seeds.getLast() : keys.getLast().seed();
      shares.add(sharesOfSurvivors(index, shared, random));
    }
    RingVector sum = RingVector.zero(Ring.BITS_32, ELEMENTS);
    for (int index = 1; index <= cohort; index++) {
      if (isSurvivor(index)) {
        masksOf(index, keys.get(index - 1), seeds.get(index - 1)).addTo(0, sum);
      }
    }
    maskedSum = new byte[Ring.BITS_32.packedBytes(ELEMENTS)];
    sum.packInto(maskedSum, 0, 0, ELEMENTS);
  }

  /// The first participants of whom no two are neighbours; fewer than asked for if there are none
  /// left.
  private static Set<Integer> participantsApart(SharingGraph graph, int count) {
    Set<Integer> apart = new HashSet<>();
    for (int index = 1; index <= graph.size() && apart.size() < count; index++) {
      int candidate = index;
      if (apart.stream().noneMatch(other -> graph.areNeighbours(candidate, other))) {
        apart.add(candidate);
      }
    }
    return apart;
  }

  /// A fresh sum of masked inputs that are all the same in every element.
  RingVector maskedSum() {
    RingVector sum = RingVector.zero(Ring.BITS_32, ELEMENTS);
    for (int i = 0; i < ELEMENTS; i++) {
      sum.setSigned(i, survivors() * INPUT);
    }
    sum.addPacked(maskedSum, 0, 0, ELEMENTS);
    return sum;
  }

  /// What is timed.
  ///
  /// @return the number of masks taken off
  int unmask(RingVector sum) throws GeneralSecurityException {
    MaskSum remaining = remainingMasks();
    remaining.addTo(0, sum);
    return remaining.added().size() + remaining.subtracted().size();
  }

  void requirePlain(RingVector sum) {
    for (int i = 0; i < ELEMENTS; i++) {
      if (sum.getSigned(i) != survivors() * INPUT) {
        throw new IllegalStateException("element " + i + " of the sum is still masked");
      }
    }
  }

  private MaskSum remainingMasks() throws GeneralSecurityException {
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    for (int owner = 1; owner <= graph.size(); owner++) {
      SecretBytes secret =
          new Shamir(threshold, graph.holders(owner).length).reconstruct(shares.get(owner - 1));
      if (isSurvivor(owner)) {
        subtracted.add(KeySchedule.selfMask(secret, context, owner));
        continue;
      }
      AgreementKeyPair keys = AgreementKeyPair.fromSeed(KeyAgreement.X25519, secret);
      if (!keys.publicKey().equals(advertised.get(owner - 1))) {
        throw new GeneralSecurityException("reconstructed key is not the advertised one");
      }
      for (int neighbour : graph.neighbours(owner)) {
        if (isSurvivor(neighbour)) {
          (owner < neighbour ? subtracted : added).add(pairwise(keys, owner, neighbour));
        }
      }
    }
    return new MaskSum(added, subtracted);
  }

  private MaskSum masksOf(int index, AgreementKeyPair keys, SecretBytes seed)
      throws GeneralSecurityException {
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    added.add(KeySchedule.selfMask(seed, context, index));
    for (int neighbour : graph.neighbours(index)) {
      // The masks of two survivors cancel: only what stays in the sum is put into it.
      if (!isSurvivor(neighbour)) {
        (neighbour < index ? added : subtracted).add(pairwise(keys, index, neighbour));
      }
    }
    return new MaskSum(added, subtracted);
  }

  private MaskKey pairwise(AgreementKeyPair keys, int own, int peer)
      throws GeneralSecurityException {
    return KeySchedule.pairwiseMask(
        record, keys.agree(advertised.get(peer - 1)), context, own, peer);
  }

  private List<Share> sharesOfSurvivors(int owner, SecretBytes secret, SecureRandom random) {
    int[] holders = graph.holders(owner);
    List<Share> all = new Shamir(threshold, holders.length).split(secret, random);
    List<Share> revealed = new ArrayList<>();
    for (int holder : holders) {
      if (isSurvivor(holder)) {
        revealed.add(all.get(graph.shareIndex(owner, holder) - 1));
      }
    }
    return revealed;
  }

  private boolean isSurvivor(int index) {
    return !dropouts.contains(index);
  }

  private int survivors() {
    return graph.size() - dropouts.size();
  }
}
