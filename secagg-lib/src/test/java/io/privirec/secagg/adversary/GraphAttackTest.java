package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Aborted;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Revealed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that wants to choose who is whose neighbour, or to make use of what a participant
/// cannot see of those who are not its own.
@ExtendWith(AttackLedger.class)
class GraphAttackTest {
  private static Victim victim;
  private static RoundSetup setup;
  private static SortedMap<ParticipantId, ByteString> seeds;
  private static List<ParticipantId> peers;

  @BeforeAll
  static void runOnce() {
    victim = new Victim(TestRound.of(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 66), 4));
    setup = victim.when(Shared.class).setup();
    seeds = victim.told(RevealedSeeds.class).bySender();
    peers = setup.peersOf(victim.self);
  }

  @Test
  void seeds_onePartReplacedAfterTheOthersWereSeen_areRefused(Attack attack) {
    refused(attack, Lies.with(seeds, victim.peer, seed(7)), AbortReason.SEED_MISMATCH);
  }

  @Test
  void seeds_ofTheVictimReplaced_areRefused(Attack attack) {
    refused(attack, Lies.with(seeds, victim.self, seed(7)), AbortReason.SEED_MISMATCH);
  }

  @Test
  void seeds_onePartMissing_areRefused(Attack attack) {
    refused(attack, Lies.without(seeds, victim.peer), AbortReason.SEED_MISMATCH);
  }

  @Test
  void seeds_onePartTooMany_areRefused(Attack attack) {
    refused(attack, Lies.with(seeds, new ParticipantId("zoe"), seed(7)), AbortReason.SEED_MISMATCH);
  }

  @Test
  void seeds_twoPartsSwapped_areRefused(Attack attack) {
    SortedMap<ParticipantId, ByteString> swapped =
        Lies.with(seeds, victim.peer, seeds.get(victim.self));
    refused(
        attack, Lies.with(swapped, victim.self, seeds.get(victim.peer)), AbortReason.SEED_MISMATCH);
  }

  /// A helper commits to nothing, to be free later.
  @Test
  void seeds_neverCommittedTo_areRefused(Attack attack) {
    attack.refused(victim, victim.peersKeys(Optional.empty()), AbortReason.SEED_COMMITMENT_INVALID);
  }

  /// A helper repeats the victim's commitment, and then its part: the parts would cancel under XOR.
  /// The commitment names who made it.
  @Test
  void seeds_commitmentOfTheVictimCopied_areRefused(Attack attack) {
    KeyAdvertisement own = victim.keys().of(victim.self).orElseThrow();
    ParticipantStep revealed = publish(victim.peersKeys(own.seedCommitment()));
    SeedReveal part = (SeedReveal) revealed.toSend().orElseThrow();
    attack.refused(
        victim,
        revealed.state(),
        new RevealedSeeds(part.context(), Lies.with(seeds, victim.peer, part.seed())),
        AbortReason.SEED_MISMATCH);
  }

  /// Others were shown other keys: their parts do not count for the victim.
  @Test
  void seeds_underOtherKeys_areRefused(Attack attack) {
    ParticipantStep apart =
        victim.tell(
            victim.when(Advertised.class), victim.publishingWithout(victim.run.round.id(40)));
    attack.refused(
        victim, apart.state(), victim.told(RevealedSeeds.class), AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void seeds_leftOut_areRefused(Attack attack) {
    attack.refused(
        victim, Revealed.class, victim.told(DeliveredShares.class), AbortReason.OUT_OF_ORDER);
  }

  @Test
  void seeds_othersLater_areRefused(Attack attack) {
    attack.refused(
        victim,
        Masking.class,
        new RevealedSeeds(
            victim.told(RevealedSeeds.class).context(), Lies.with(seeds, victim.peer, seed(7))),
        AbortReason.EQUIVOCATION);
  }

  /// Keys of a neighbour are checked once it is known who the neighbours are.
  @Test
  void keys_ofANeighbourForged_areRefusedWithTheGraph(Attack attack) {
    for (ParticipantId other : seeds.keySet()) {
      if (other.equals(victim.self)) {
        continue;
      }
      KeyAdvertisement forged =
          victim.forged(other, victim.keys().of(other).orElseThrow().signature());
      ParticipantStep revealed = publish(forged);
      SeedReveal part = (SeedReveal) revealed.toSend().orElseThrow();
      RevealedSeeds published = new RevealedSeeds(part.context(), seeds);
      // Other keys make another graph; whether the forger is a neighbour in it is chance.
      if (RoundSetup.of(
              victim.run.round.record(), victim.publishing(forged), Optional.of(published))
          .arePeers(victim.self, other)) {
        attack.refused(
            victim, revealed.state(), published, AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
        return;
      }
    }
    fail("no forger is the victim's neighbour");
  }

  @Test
  void shares_fromWhomIsNoNeighbour_areRefused(Attack attack) {
    ShareEnvelope any = victim.shares().bySender().get(peers.getFirst());
    attack.refused(
        victim,
        Shared.class,
        victim.delivering(noNeighbour(), any),
        AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void shares_ofFewerNeighboursThanTheThreshold_areRefused(Attack attack) {
    attack.refused(
        victim,
        Shared.class,
        victim.delivering(Lies.first(threshold() - 1, victim.shares().bySender())),
        AbortReason.TOO_FEW_SURVIVORS);
  }

  /// A neighbour's shares are held back, and it is called a survivor nevertheless: with such names
  /// the minimum of survivors is reached whoever is in the sum.
  @Test
  void survivors_neighbourThatNeverShared_isRefused(Attack attack) {
    ParticipantId silenced =
        victim.request().survivors().stream().filter(peers::contains).findFirst().orElseThrow();
    ParticipantStep masking =
        victim.tell(victim.when(Shared.class), victim.deliveringWithout(silenced));
    ParticipantState committed = victim.committed(masking.state());
    attack.refused(
        victim,
        committed,
        victim.naming(victim.request().survivors()),
        AbortReason.UNKNOWN_PARTICIPANT);
  }

  /// Enough for the minimum, and nearly all of whom are no neighbours: in a graph so wide that it
  /// bears the loss of more neighbours than the threshold leaves.
  @Test
  void survivors_fewerNeighboursThanTheThreshold_areRefused(Attack attack) {
    Thresholds counts = Thresholds.of(ThreatModel.SEMI_MALICIOUS, 148, 7, 120);
    Victim wide = new Victim(TestRound.of(counts, 4));
    List<ParticipantId> neighbours = wide.when(Shared.class).setup().peersOf(wide.self);
    TreeSet<ParticipantId> named = new TreeSet<>(wide.request().survivors());
    for (ParticipantId neighbour : neighbours) {
      if (neighbours.stream().filter(named::contains).count() >= counts.threshold()) {
        named.remove(neighbour);
      }
    }
    assertThat(named).hasSizeGreaterThanOrEqualTo(counts.minSurvivors()).contains(wide.self);

    ParticipantStep step = wide.tell(wide.when(Committed.class), wide.naming(named));

    attack.refused(step, AbortReason.TOO_FEW_SURVIVORS, wide.secrets());
    assertThat(step.state())
        .isInstanceOfSatisfying(
            Aborted.class,
            aborted ->
                assertThat(aborted.detail())
                    .isEqualTo(
                        "%d neighbours are named survivors, %d are needed"
                            .formatted(counts.threshold() - 1, counts.threshold())));
  }

  @Test
  void signatures_ofThoseWhoHoldNoShare_areRefused(Attack attack) {
    var signatures = victim.request().signatures();
    var foreign = Lies.with(signatures, noNeighbour(), signatures.firstEntry().getValue());
    attack.refused(
        victim,
        Confirmed.class,
        victim.asking(victim.request().survivors(), foreign),
        AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void signatures_ofFewerNeighboursThanTheThreshold_areRefused(Attack attack) {
    var few = Lies.first(threshold() - 1, victim.request().signatures());
    attack.refused(
        victim,
        Confirmed.class,
        victim.asking(victim.request().survivors(), few),
        AbortReason.TOO_FEW_SIGNATURES);
  }

  private static void refused(
      Attack attack, SortedMap<ParticipantId, ByteString> changed, AbortReason reason) {
    RevealedSeeds published =
        new RevealedSeeds(victim.told(RevealedSeeds.class).context(), changed);
    attack.refused(victim, Revealed.class, published, reason);
  }

  private static ParticipantStep publish(KeyAdvertisement instead) {
    AdvertisedKeys published = victim.publishing(instead);
    return victim.tell(victim.when(Advertised.class), published);
  }

  private static ParticipantId noNeighbour() {
    return victim.run.states.keySet().stream()
        .filter(id -> !id.equals(victim.self) && !peers.contains(id))
        .findFirst()
        .orElseThrow();
  }

  private static int threshold() {
    return victim.run.round.record().thresholds().threshold();
  }

  private static ByteString seed(int fill) {
    byte[] seed = new byte[SeedReveal.SEED_BYTES];
    Arrays.fill(seed, (byte) fill);
    return ByteString.copyOf(seed);
  }
}
