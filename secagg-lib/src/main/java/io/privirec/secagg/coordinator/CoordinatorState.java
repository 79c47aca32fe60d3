package io.privirec.secagg.coordinator;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.MaskEncapsulation;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SentEncapsulations;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.UnmaskRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// The coordinator's view of one round.
///
/// - open → [Open] in the first of the round's phases
/// - [Open] — everyone expected has sent its message, or in a tolerant round the deadline passed
///   with enough → [Open] in the next phase; after the last one → [Complete] in a closed round,
///   [Unmasked] in a tolerant one
/// - [Open] — deadline with too few, in a closed round with anybody missing; shares that do not fit
///   → [Aborted]
///
/// [Summed] and [Aborted] are final. Immutable.
public sealed interface CoordinatorState
    permits CoordinatorState.Open, CoordinatorState.Summed, CoordinatorState.Aborted {
  Transcript transcript();

  default RoundRecord record() {
    return transcript().record();
  }

  /// The phase that is open; empty when the round is over.
  default Optional<Phase> phase() {
    return Optional.empty();
  }

  /// Who still owes the message of the open phase.
  default SortedSet<ParticipantId> awaiting() {
    return Collections.emptySortedSet();
  }

  /// Whether this participant still owes the message of the open phase.
  default boolean isAwaiting(ParticipantId participant) {
    return false;
  }

  /// What a participant must be told to go on with the open phase; empty in the first phase, where
  /// the signed record says it all, and for whoever has dropped out.
  default Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
    return Optional.empty();
  }

  /// Who left, and in which phase. Whoever left after MASKED_INPUT is listed too; its input is in
  /// the sum nevertheless.
  SortedMap<ParticipantId, Phase> dropouts();

  /// Who was found out to have done wrong in this round, so far.
  default SortedMap<ParticipantId, FaultReason> faults() {
    return transcript().faults(Collections.emptySortedSet());
  }

  /// What a participant committed to, once it has.
  default Optional<MaskedInputCommitment> commitmentOf(ParticipantId participant) {
    return transcript()
        .messageOf(participant, Phase.MASKED_INPUT)
        .map(MaskedInputCommitment.class::cast);
  }

  /// Messages of a phase are coming in.
  record Open(Phase openPhase, Transcript transcript) implements CoordinatorState {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(openPhase);
    }

    @Override
    public SortedSet<ParticipantId> awaiting() {
      return transcript.awaitedIn(openPhase);
    }

    @Override
    public boolean isAwaiting(ParticipantId participant) {
      return transcript.isAwaitedIn(openPhase, participant);
    }

    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      return transcript.dropoutsBefore(openPhase);
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      if (!transcript.isExpectedIn(openPhase, participant)) {
        return Optional.empty();
      }
      return switch (openPhase) {
        case ADVERTISE_KEYS -> Optional.empty();
        case REVEAL_SEED -> Optional.of(transcript.keys().orElseThrow());
        case ENCAPSULATE_KEYS, SHARE_KEYS -> Optional.of(neighbourhood());
        case MASKED_INPUT ->
            Optional.of(
                record().has(Phase.SHARE_KEYS)
                    ? sharesFor(participant)
                    : record().has(Phase.ENCAPSULATE_KEYS)
                        ? encapsulationsFor(participant)
                        : neighbourhood());
        case CONSISTENCY_CHECK -> Optional.of(transcript.survivorList());
        case UNMASK -> Optional.of(unmaskRequestFor(participant));
      };
    }

    /// From which everyone derives who its neighbours are, and has their keys.
    private CoordinatorMessage neighbourhood() {
      return record().has(Phase.REVEAL_SEED) ? transcript.seeds() : transcript.keys().orElseThrow();
    }

    private DeliveredEncapsulations encapsulationsFor(ParticipantId participant) {
      SortedMap<ParticipantId, MaskEncapsulation> bySender = new TreeMap<>();
      for (ParticipantId peer : transcript.requireSetup().peersOf(participant)) {
        transcript
            .messageOf(peer, Phase.ENCAPSULATE_KEYS)
            .map(SentEncapsulations.class::cast)
            .map(sent -> sent.byRecipient().get(participant))
            .ifPresent(encapsulation -> bySender.put(peer, encapsulation));
      }
      return new DeliveredEncapsulations(transcript.context(), participant, bySender);
    }

    private DeliveredShares sharesFor(ParticipantId participant) {
      SortedMap<ParticipantId, ShareEnvelope> bySender = new TreeMap<>();
      for (ParticipantId peer : transcript.requireSetup().peersOf(participant)) {
        transcript
            .messageOf(peer, Phase.SHARE_KEYS)
            .map(EncryptedShares.class::cast)
            .map(shares -> shares.byRecipient().get(participant))
            .ifPresent(envelope -> bySender.put(peer, envelope));
      }
      return new DeliveredShares(transcript.context(), participant, bySender);
    }

    /// With the signatures of those whose shares the participant holds: only they count for it.
    private UnmaskRequest unmaskRequestFor(ParticipantId participant) {
      RoundSetup setup = transcript.requireSetup();
      SortedMap<ParticipantId, ByteString> signatures = transcript.signatures();
      signatures
          .keySet()
          .removeIf(signer ->
              transcript.accusedBy(participant).contains(signer)
                  || (!setup.arePeers(participant, signer)
                      && !(setup.ownersHold() && signer.equals(participant))));
      return new UnmaskRequest(transcript.context(), transcript.survivors(), signatures);
    }
  }

  /// There is a sum.
  sealed interface Summed extends CoordinatorState {
    /// Those whose inputs make up the sum.
    default SortedSet<ParticipantId> survivors() {
      return Collections.unmodifiableSortedSet(transcript().survivors());
    }

    /// Takes the masks that are left off the sum of exactly these participants' masked vectors.
    /// Makes one key agreement per dropout and surviving neighbour: ask once and keep the answer.
    Unmasker unmasker();
  }

  /// A closed round has everybody's masked vector: their sum is the sum of the inputs.
  record Complete(Transcript transcript) implements Summed {
    @Override
    public Unmasker unmasker() {
      return Unmasker.none(record().vector());
    }

    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      return Collections.emptySortedMap();
    }
  }

  /// Every mask that is left in the sum of the survivors' inputs is known: a tolerant round.
  ///
  /// @param selfMaskSeeds of the survivors
  /// @param maskKeys private mask keys of those who shared keys and did not survive
  /// @param faults of those who lied; the sum is right nevertheless
  record Unmasked(
      Transcript transcript,
      SortedMap<ParticipantId, SecretBytes> selfMaskSeeds,
      SortedMap<ParticipantId, SecretBytes> maskKeys,
      SortedMap<ParticipantId, FaultReason> faults)
      implements Summed {
    public Unmasked {
      faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
      selfMaskSeeds = Collections.unmodifiableSortedMap(new TreeMap<>(selfMaskSeeds));
      maskKeys = Collections.unmodifiableSortedMap(new TreeMap<>(maskKeys));
    }

    @Override
    public Unmasker unmasker() {
      return Unmasker.of(transcript, selfMaskSeeds, maskKeys);
    }

    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      return transcript.dropoutsBefore(null);
    }
  }

  /// The round gave no sum.
  ///
  /// @param during the phase in which it ended
  record Aborted(
      Transcript transcript,
      Phase during,
      AbortReason reason,
      String detail,
      SortedMap<ParticipantId, FaultReason> faults)
      implements CoordinatorState {
    public Aborted {
      faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
    }

    Aborted(Transcript transcript, Phase during, AbortReason reason, String detail) {
      this(transcript, during, reason, detail, transcript.faults(Collections.emptySortedSet()));
    }

    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      SortedMap<ParticipantId, Phase> dropouts = new TreeMap<>(transcript.dropoutsBefore(during));
      transcript.awaitedIn(during).forEach(participant -> dropouts.put(participant, during));
      return Collections.unmodifiableSortedMap(dropouts);
    }
  }
}
