package io.privirec.secagg.coordinator;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.RoundSetup;
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
/// - [Open] — everyone expected has sent its message, or deadline with enough → [Open] in the next
///   phase; after the last one → [Unmasked]
/// - [Open] — deadline with too few, or shares that do not fit → [Aborted]
///
/// [Unmasked] and [Aborted] are final. Immutable.
public sealed interface CoordinatorState {
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

  /// What a participant must be told to go on with the open phase; empty in the first phase, where
  /// the signed record says it all, and for whoever has dropped out.
  default Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
    return Optional.empty();
  }

  /// Who left, and in which phase. Whoever left after MASKED_INPUT is listed too; its input is in
  /// the sum nevertheless.
  SortedMap<ParticipantId, Phase> dropouts();

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
    public SortedMap<ParticipantId, Phase> dropouts() {
      return transcript.dropoutsBefore(openPhase);
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      if (!transcript.expectedIn(openPhase).contains(participant)) {
        return Optional.empty();
      }
      return switch (openPhase) {
        case ADVERTISE_KEYS -> Optional.empty();
        case REVEAL_SEED -> Optional.of(transcript.keys().orElseThrow());
        case SHARE_KEYS ->
            Optional.of(
                record().has(Phase.REVEAL_SEED)
                    ? transcript.seeds()
                    : transcript.keys().orElseThrow());
        case MASKED_INPUT -> Optional.of(sharesFor(participant));
        case CONSISTENCY_CHECK -> Optional.of(transcript.survivorList());
        case UNMASK -> Optional.of(unmaskRequestFor(participant));
      };
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
              !setup.arePeers(participant, signer)
                  && !(setup.ownersHold() && signer.equals(participant)));
      return new UnmaskRequest(transcript.context(), transcript.survivors(), signatures);
    }
  }

  /// Every mask that is left in the sum of the survivors' inputs is known.
  ///
  /// @param selfMaskSeeds of the survivors
  /// @param maskKeys private mask keys of those who shared keys and did not survive
  record Unmasked(
      Transcript transcript,
      SortedMap<ParticipantId, SecretBytes> selfMaskSeeds,
      SortedMap<ParticipantId, SecretBytes> maskKeys)
      implements CoordinatorState {
    public Unmasked {
      selfMaskSeeds = Collections.unmodifiableSortedMap(new TreeMap<>(selfMaskSeeds));
      maskKeys = Collections.unmodifiableSortedMap(new TreeMap<>(maskKeys));
    }

    /// Those whose inputs make up the sum.
    public SortedSet<ParticipantId> survivors() {
      return Collections.unmodifiableSortedSet(transcript.survivors());
    }

    /// Takes the masks off the sum of exactly the survivors' masked vectors. Makes one key
    /// agreement per dropout and surviving neighbour: ask once and keep the answer.
    public Unmasker unmasker() {
      return Unmasker.of(this);
    }

    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      return transcript.dropoutsBefore(null);
    }
  }

  /// The round gave no sum.
  ///
  /// @param during the phase in which it ended
  record Aborted(Transcript transcript, Phase during, AbortReason reason, String detail)
      implements CoordinatorState {
    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      SortedMap<ParticipantId, Phase> dropouts = new TreeMap<>(transcript.dropoutsBefore(during));
      transcript.awaitedIn(during).forEach(participant -> dropouts.put(participant, during));
      return Collections.unmodifiableSortedMap(dropouts);
    }
  }
}
