package io.privirec.federation.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Aggregate;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStep;
import io.privirec.secagg.roster.Roster;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// One secure round between real participants and a real coordinator, without HTTP: the walk that
/// the services make, in one place.
public final class InProcessRound {
  private final SecureRandom random;
  private final IdentityKeyPair coordinatorKey;
  private final SortedMap<ParticipantId, IdentityKeyPair> identities;
  private final VectorSpec vector;
  private final SortedMap<ParticipantId, ParticipantState> states = new TreeMap<>();
  private final SortedMap<ParticipantId, List<byte[]>> staged = new TreeMap<>();
  private CoordinatorState coordinator;

  public InProcessRound(
      SortedMap<ParticipantId, IdentityKeyPair> identities,
      Algorithm algorithm,
      RoundSpec round,
      SecureRandom random) {
    this.random = random;
    this.identities = identities;
    this.vector = round.vector();
    this.coordinatorKey = IdentityKeyPair.generate(random);
    List<CohortMember> cohort =
        identities.entrySet().stream()
            .map(e -> new CohortMember(e.getKey(), e.getValue().publicKey()))
            .toList();
    Roster roster = Roster.ofOneCell(1, cohort);
    RoundKind kind =
        algorithm.closed()
            ? new RoundKind.Closed(roster.reference(), List.of(1))
            : new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort.size()));
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            "session",
            round.index(),
            1,
            cohort,
            kind,
            KeyAgreement.X25519,
            vector,
            Digest.of(new byte[0]),
            algorithm.digest(),
            Digest.of(new byte[0]));
    coordinator = CoordinatorProtocol.open(record);
    SignedRoundRecord signed = SignedRoundRecord.sign(record, coordinatorKey);
    identities.forEach((participant, identity) ->
        send(
            participant,
            ParticipantProtocol.join(
                signed,
                new Membership(
                    participant,
                    identity,
                    coordinatorKey.publicKey(),
                    Optional.of(roster),
                    ThreatModel.SEMI_MALICIOUS),
                random)));
  }

  /// Runs to the end; `droppedBeforeInput` vanish before they have masked their inputs, which only
  /// a tolerant round bears.
  public Sum run(
      Map<ParticipantId, Contribution> contributions, Set<ParticipantId> droppedBeforeInput) {
    while (!coordinator.phase().equals(Optional.of(Phase.MASKED_INPUT))) {
      identities.keySet().forEach(this::deliver);
    }
    List<ParticipantId> present =
        identities.keySet().stream().filter(p -> !droppedBeforeInput.contains(p)).toList();
    present.forEach(p -> contribute(p, contributions.get(p)));
    if (!droppedBeforeInput.isEmpty()) {
      accept(new CoordinatorEvent.DeadlinePassed(Phase.MASKED_INPUT));
    }
    while (coordinator.phase().isPresent()) {
      present.forEach(this::deliver);
    }
    assertThat(coordinator).isInstanceOf(CoordinatorState.Summed.class);
    return sum((CoordinatorState.Summed) coordinator);
  }

  private void deliver(ParticipantId participant) {
    CoordinatorMessage message = coordinator.messageFor(participant).orElseThrow();
    send(
        participant,
        ParticipantProtocol.step(states.get(participant), ParticipantEvent.of(message), random));
  }

  private void contribute(ParticipantId participant, Contribution contribution) {
    deliver(participant);
    var masking = (ParticipantState.Masking) states.get(participant);
    List<byte[]> chunks = new ArrayList<>();
    for (int c = 0; c < vector.chunks(); c++) {
      RingVector block = RingVector.zero(vector.ring(), vector.elementsInChunk(c));
      contribution.fill((long) c * vector.chunkLength(), block);
      masking.masker().mask(c, block);
      byte[] packed = new byte[vector.bytesInChunk(c)];
      block.packInto(packed, 0, 0, block.length());
      chunks.add(packed);
    }
    staged.put(participant, chunks);
    Digest root = MerkleTree.root(chunks.stream().map(Digest::of).toList());
    send(
        participant,
        ParticipantProtocol.step(masking, new ParticipantEvent.InputCommitted(root), random));
  }

  private void send(ParticipantId participant, ParticipantStep step) {
    assertThat(step.state()).isNotInstanceOf(ParticipantState.Aborted.class);
    states.put(participant, step.state());
    step.toSend().ifPresent(message -> accept(new CoordinatorEvent.Received(participant, message)));
  }

  private void accept(CoordinatorEvent event) {
    Outcome outcome = CoordinatorProtocol.step(coordinator, event);
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    coordinator = ((Outcome.Accepted) outcome).next();
  }

  private Sum sum(CoordinatorState.Summed summed) {
    List<RingVector> chunks = new ArrayList<>();
    for (int c = 0; c < vector.chunks(); c++) {
      RingVector sum = RingVector.zero(vector.ring(), vector.elementsInChunk(c));
      for (ParticipantId survivor : summed.survivors()) {
        sum.addPacked(staged.get(survivor).get(c), 0, 0, sum.length());
      }
      summed.unmasker().unmask(c, sum);
      chunks.add(sum);
    }
    return new Sum(vector, chunks, summed.survivors());
  }

  /// The opened sum, as a plan reads it.
  public record Sum(VectorSpec vector, List<RingVector> chunks, SortedSet<ParticipantId> survivors)
      implements Aggregate {
    @Override
    public long length() {
      return vector.length();
    }

    @Override
    public void read(long offset, RingVector out) {
      for (int i = 0; i < out.length(); i++) {
        long element = offset + i;
        out.setSigned(
            i,
            chunks
                .get((int) (element / vector.chunkLength()))
                .getSigned((int) (element % vector.chunkLength())));
      }
    }
  }
}
