package io.privirec.secagg.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// One round, its participants and the network between them.
final class SimulatedWorld {
  /// For a cohort of eight; more participants have more to do.
  private static final int MAX_STEPS = 3000;

  private static final int USUAL_COHORT = 8;

  /// One world in so many has a random graph.
  private static final int WIDE = 150;

  /// One world in so many has a closed round; of these, too, some have a random graph.
  private static final int CLOSED = 4;

  /// How much rarer trouble of the whole is on a random graph still: a single loss before all seeds
  /// are revealed ends the attempt there.
  private static final int WIDE_CALM = 3;

  private final Random dice;
  private final TestRound round;
  private final SimulatedCoordinator coordinator;
  private final SortedMap<ParticipantId, SimulatedParticipant> participants = new TreeMap<>();
  private final List<Runnable> inFlight = new ArrayList<>();

  /// What each participant has ever said in a phase.
  private final Map<String, ByteString> said = new HashMap<>();

  /// The kinds of share that anybody has ever revealed of an owner.
  private final Map<ParticipantId, Set<Class<?>>> revealed = new HashMap<>();

  /// How unreliable this world is.
  private final double loss;

  private final double impatience;

  /// How much longer a round takes here.
  private final int scale;

  /// How much rarer trouble of the whole is here.
  private final int calm;

  private final Set<ParticipantId> dead = new HashSet<>();

  /// Who deals out an envelope that does not decrypt and reveals wrong shares, if anybody.
  private final Optional<ParticipantId> liar;

  private boolean lied;

  SimulatedWorld(long seed) {
    dice = new Random(seed);
    int cohort =
        seed % WIDE == 0
            ? Thresholds.MAX_COMPLETE + 1 + dice.nextInt(4)
            : 3 + dice.nextInt(USUAL_COHORT - 2);
    scale = Math.max(1, cohort / USUAL_COHORT);
    calm = cohort > Thresholds.MAX_COMPLETE ? scale * WIDE_CALM : scale;
    ThreatModel model = List.of(ThreatModel.values()).get(dice.nextInt(2));
    Ring ring = new Ring(List.of(16, 24, 32, 64).get(dice.nextInt(4)));
    VectorSpec vector =
        new VectorSpec(
            "one-hot", cohort, 1 + dice.nextInt(4), ring, 0, new Capacity.PerParticipant(1));
    KeyAgreement agreement =
        dice.nextInt(20) == 0 ? KeyAgreement.X25519_MLKEM768 : KeyAgreement.X25519;
    round =
        seed % CLOSED == 0
            ? TestRound.closed(agreement, vector, seed, cohort)
            : TestRound.of(Thresholds.of(model, cohort), agreement, vector, seed);
    coordinator = new SimulatedCoordinator(round.record());
    int place = 0;
    for (ParticipantId id : round.identities().keySet()) {
      participants.put(id, new SimulatedParticipant(round.membership(id), place++, round.random()));
    }
    loss = dice.nextDouble() * 0.4;
    boolean lies = agreement == KeyAgreement.X25519 && dice.nextInt(4) == 0;
    liar = lies ? Optional.of(any(participants.keySet())) : Optional.empty();
    impatience = (0.002 + (dice.nextBoolean() ? 0 : dice.nextDouble() * 0.01)) / calm;
  }

  /// Whether not everybody is everybody's neighbour here.
  boolean isWide() {
    return !round.record().isComplete();
  }

  boolean isClosed() {
    return round.record().isClosed();
  }

  /// Lets things happen until the round is over; whether it gave a sum.
  boolean run() {
    for (int step = 0;
        step < MAX_STEPS * scale && coordinator.state().phase().isPresent();
        step++) {
      happen();
    }
    while (coordinator.state().phase().isPresent()) {
      coordinator.deadline(coordinator.state().phase().get());
    }
    // What is still under way arrives after the end.
    List.copyOf(inFlight).forEach(Runnable::run);
    coordinator.restart();
    if (coordinator.state() instanceof CoordinatorState.Summed summed) {
      long[] expected = new long[participants.size()];
      int place = 0;
      for (ParticipantId id : participants.keySet()) {
        expected[place++] = summed.survivors().contains(id) ? 1 : 0;
      }
      // A wrong share shows nowhere where there is no surplus.
      boolean told = summed.faults().containsValue(FaultReason.WRONG_SHARE);
      int answers = participants.size() - summed.dropouts().size();
      if (!lied || told || (!isWide() && answers > round.record().thresholds().threshold() + 1)) {
        assertThat(coordinator.sum(summed)).isEqualTo(expected);
      }
      assertThat(summed.faults().keySet())
          .as("only who lied is named")
          .isSubsetOf(liar.map(Set::of).orElse(Set.of()));
      return true;
    }
    assertThat(coordinator.state()).isInstanceOf(CoordinatorState.Aborted.class);
    return false;
  }

  private void happen() {
    double what = dice.nextDouble();
    if (what < impatience) {
      // Clocks jump: the deadline of the open phase, or one that was over long ago.
      Phase open = coordinator.state().phase().orElseThrow();
      coordinator.deadline(
          dice.nextBoolean()
              ? open
              : List.of(Phase.values()).get(dice.nextInt(Phase.values().length)));
    } else if (what < impatience + 0.005 / calm) {
      coordinator.restart();
    } else if (what < impatience + 0.006 / calm) {
      dead.add(any(participants.keySet()));
    } else if (what < 0.45 || inFlight.isEmpty()) {
      poll(any(participants.keySet()));
    } else {
      Runnable message = inFlight.get(dice.nextInt(inFlight.size()));
      if (dice.nextDouble() > 0.2) {
        inFlight.remove(message);
      }
      if (dice.nextDouble() > loss) {
        message.run();
      }
    }
  }

  /// A participant asks what it owes; what it is told is under way from then on, maybe for long.
  private void poll(ParticipantId id) {
    CoordinatorState state = coordinator.state();
    if (dead.contains(id) || !state.awaiting().contains(id)) {
      return;
    }
    boolean first = state.phase().filter(Phase.ADVERTISE_KEYS::equals).isPresent();
    if (first) {
      inFlight.add(
          () -> send(id, participants.get(id).join(round.signed(), dice.nextInt(10) == 0)));
    } else {
      byte[] told = state.messageFor(id).orElseThrow().encode();
      inFlight.add(() -> tell(id, told));
    }
  }

  private void tell(ParticipantId id, byte[] told) {
    if (dead.contains(id)) {
      return;
    }
    try {
      CoordinatorMessage message = CoordinatorMessage.decode(told);
      send(id, participants.get(id).learn(message, dice.nextInt(10) == 0));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private void send(ParticipantId id, SimulatedParticipant.Sent sent) {
    sent.complaint().ifPresent(complaint -> coordinator.receive(id, complaint.encode()));
    for (int chunk = 0; chunk < sent.chunks().size(); chunk++) {
      byte[] bytes = sent.chunks().get(chunk);
      int number = chunk;
      inFlight.add(() -> coordinator.stage(id, number, bytes));
      // The upload waits for its answer: what follows it finds the chunk, or the round past it.
      coordinator.stage(id, chunk, bytes);
    }
    sent.message()
        .map(message -> liar.filter(id::equals).isPresent() ? lie(message) : message)
        .ifPresent(message -> {
          remember(id, message);
          byte[] encoded = message.encode();
          inFlight.add(() -> coordinator.receive(id, encoded));
        });
  }

  /// What the liar says instead: its first neighbour gets nothing that decrypts, and all shares
  /// that it reveals are wrong.
  private ParticipantMessage lie(ParticipantMessage message) {
    return switch (message) {
      case EncryptedShares shares -> {
        ParticipantId recipient = shares.byRecipient().firstKey();
        yield Lies.with(
            shares, recipient, Lies.damaged(shares, recipient, round.identity(shares.sender())));
      }
      case UnmaskAnswer answer -> {
        lied = true;
        List<Reveal> reveals = answer.reveals().stream().map(SimulatedWorld::wrong).toList();
        yield new UnmaskAnswer(answer.context(), answer.sender(), reveals);
      }
      default -> message;
    };
  }

  private static Reveal wrong(Reveal reveal) {
    byte[] share = reveal.share().expose();
    share[reveal.owner().hashCode() & 31] ^= 0x55;
    return Lies.with(reveal, share);
  }

  private void remember(ParticipantId id, ParticipantMessage message) {
    ByteString encoded = ByteString.copyOf(message.encode());
    ByteString before = said.putIfAbsent(id + " " + message.phase(), encoded);
    assertThat(before == null || before.equals(encoded))
        .as("%s says one thing in phase %s", id, message.phase())
        .isTrue();
    if (message instanceof UnmaskAnswer answer) {
      for (Reveal reveal : answer.reveals()) {
        Set<Class<?>> kinds = revealed.computeIfAbsent(reveal.owner(), _ -> new HashSet<>());
        kinds.add(reveal.getClass());
        assertThat(kinds).as("never both shares of %s", reveal.owner()).hasSize(1);
      }
    }
  }

  private ParticipantId any(Set<ParticipantId> ids) {
    return List.copyOf(ids).get(dice.nextInt(ids.size()));
  }
}
