package io.privirec.secagg.message;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.graph.SharingGraph;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What everyone has been told when shares are dealt: whose keys are whose, and who shares with
/// whom. Both sides derive the same from the same messages.
public final class RoundSetup {
  private final RoundRecord record;
  private final AdvertisedKeys keys;
  private final Optional<RevealedSeeds> seeds;
  private final Digest context;
  private final SharingGraph graph;

  private RoundSetup(RoundRecord record, AdvertisedKeys keys, Optional<RevealedSeeds> seeds) {
    this.record = record;
    this.keys = keys;
    this.seeds = seeds;
    this.context = seeds.map(RevealedSeeds::boundContext).orElseGet(keys::boundContext);
    int size = record.cohort().size();
    this.graph =
        seeds
            .map(revealed -> SharingGraph.random(size, record.neighbours(), revealed.graphSeed()))
            .orElseGet(() -> SharingGraph.complete(size));
  }

  /// The setup of a round in which everyone shares with everyone.
  public static RoundSetup complete(RoundRecord record, AdvertisedKeys keys) {
    return of(record, keys, Optional.empty());
  }

  /// The setup of a round.
  ///
  /// @param seeds present exactly if the round has a random graph
  public static RoundSetup of(
      RoundRecord record, AdvertisedKeys keys, Optional<RevealedSeeds> seeds) {
    if (seeds.isEmpty() != record.isComplete()) {
      throw new IllegalArgumentException(
          "seeds are revealed exactly in rounds with a random graph");
    }
    return new RoundSetup(record, keys, seeds);
  }

  public RoundRecord record() {
    return record;
  }

  public AdvertisedKeys keys() {
    return keys;
  }

  public Optional<RevealedSeeds> seeds() {
    return seeds;
  }

  /// The hash that binds all later messages, and all keys of the round.
  public Digest context() {
    return context;
  }

  /// The keys of somebody who advertised keys.
  ///
  /// @throws IllegalArgumentException if it did not
  public KeyAdvertisement keysOf(ParticipantId participant) {
    return keys.of(participant)
        .orElseThrow(() -> new IllegalArgumentException(participant + " advertised no keys"));
  }

  /// Those neighbours of a participant that advertised keys, in order of id: with whom it exchanges
  /// shares, or in a closed round masks.
  public List<ParticipantId> peersOf(ParticipantId participant) {
    List<ParticipantId> peers = new ArrayList<>();
    for (int neighbour : graph.neighbours(record.indexOf(participant))) {
      ParticipantId peer = record.cohort().get(neighbour - 1).id();
      if (keys.of(peer).isPresent()) {
        peers.add(peer);
      }
    }
    return peers;
  }

  /// The mask of a pair, computed in the place of one of the two.
  ///
  /// @param keys with which this one masks
  /// @param encapsulation that the peer sent it, where the peer initiates
  public MaskKey mask(
      ParticipantId of, AgreementKeyPair keys, ParticipantId peer, ByteString encapsulation) {
    SecretBytes agreed = maskSecret(of, keys, peer, encapsulation);
    return KeySchedule.pairwiseMask(
        record, agreed, context, record.indexOf(of), record.indexOf(peer));
  }

  /// The secret behind that mask.
  public SecretBytes maskSecret(
      ParticipantId of, AgreementKeyPair keys, ParticipantId peer, ByteString encapsulation) {
    AgreementPublicKey theirs = keysOf(peer).maskKey();
    try {
      return of.compareTo(peer) < 0
          ? keys.initiate(theirs, KeySchedule.pairwiseMaskLabel(record)).secret()
          : keys.accept(theirs, encapsulation);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("keys and encapsulations were checked when they came in", e);
    }
  }

  /// The neighbours of a participant but for some, whether they advertised keys or not.
  public SortedSet<ParticipantId> neighboursWithout(
      ParticipantId participant, Set<ParticipantId> some) {
    SortedSet<ParticipantId> rest = new TreeSet<>();
    for (int neighbour : graph.neighbours(record.indexOf(participant))) {
      rest.add(record.cohort().get(neighbour - 1).id());
    }
    rest.removeAll(some);
    return rest;
  }

  public boolean arePeers(ParticipantId one, ParticipantId other) {
    return !one.equals(other)
        && keys.of(one).isPresent()
        && keys.of(other).isPresent()
        && graph.areNeighbours(record.indexOf(one), record.indexOf(other));
  }

  /// How many shares each participant's secrets are split into.
  public int holders() {
    return graph.holders(1).length;
  }

  /// Whether a participant keeps a share of its own secrets: on the complete graph, whose threshold
  /// counts it.
  public boolean ownersHold() {
    return record.isComplete();
  }

  /// The index of a holder among those who hold shares of an owner's secrets, from 1.
  public int shareIndex(ParticipantId owner, ParticipantId holder) {
    return graph.shareIndex(record.indexOf(owner), record.indexOf(holder));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundSetup that
        && record.equals(that.record)
        && keys.equals(that.keys)
        && seeds.equals(that.seeds);
  }

  @Override
  public int hashCode() {
    return context.hashCode();
  }

  @Override
  public String toString() {
    return "RoundSetup[" + context + "]";
  }
}
