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
import io.privirec.secagg.message.UnmaskRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The coordinator's view of one round.
///
/// - open → [AdvertisingKeys]
/// - [AdvertisingKeys] — all advertised, or deadline with enough → [SharingKeys]
/// - [SharingKeys] — all who advertised shared, or deadline with enough → [CollectingMaskedInput]
/// - [CollectingMaskedInput] — all who shared committed, or deadline with enough → [Unmasking]
/// - [Unmasking] — all survivors answered, or deadline with `threshold` answers → [Unmasked]
/// - any of the first four — deadline with too few, or shares that do not fit → [Aborted]
///
/// Enough is the round's `minSurvivors`. [Unmasked] and [Aborted] are final. Immutable.
public sealed interface CoordinatorState permits Running, Over {
  RoundRecord record();

  /// The phase that is open; empty when the round is over.
  Optional<Phase> phase();

  /// Who still owes the message of the open phase.
  SortedSet<ParticipantId> awaiting();

  /// What a participant must be told to go on with the open phase; empty in the first phase, where
  /// the signed record says it all, and for whoever has dropped out.
  Optional<CoordinatorMessage> messageFor(ParticipantId participant);

  /// Who left, and in which phase. Whoever did not answer in the last phase is listed too; its
  /// input is in the sum nevertheless.
  SortedMap<ParticipantId, Phase> dropouts();

  /// What a participant committed to, once it has.
  Optional<MaskedInputCommitment> commitmentOf(ParticipantId participant);

  /// Keys are coming in.
  record AdvertisingKeys(Transcript transcript) implements Running {
    @Override
    public Phase openPhase() {
      return Phase.ADVERTISE_KEYS;
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      return Optional.empty();
    }
  }

  /// Everyone's keys are published; encrypted shares are coming in.
  record SharingKeys(Transcript transcript) implements Running {
    @Override
    public Phase openPhase() {
      return Phase.SHARE_KEYS;
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      return transcript.advertisements().containsKey(participant)
          ? Optional.of(transcript.advertisedKeys())
          : Optional.empty();
    }
  }

  /// Shares are delivered; masked vectors are coming in.
  record CollectingMaskedInput(Transcript transcript) implements Running {
    @Override
    public Phase openPhase() {
      return Phase.MASKED_INPUT;
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      if (!transcript.shares().containsKey(participant)) {
        return Optional.empty();
      }
      SortedMap<ParticipantId, ByteString> bySender = new TreeMap<>();
      for (EncryptedShares shares : transcript.shares().values()) {
        ByteString ciphertext = shares.byRecipient().get(participant);
        if (ciphertext != null) {
          bySender.put(shares.sender(), ciphertext);
        }
      }
      return Optional.of(new DeliveredShares(transcript.boundContext(), participant, bySender));
    }
  }

  /// The survivors are fixed; their reveals are coming in.
  record Unmasking(Transcript transcript) implements Running {
    @Override
    public Phase openPhase() {
      return Phase.UNMASK;
    }

    /// Those whose inputs make up the sum.
    public SortedSet<ParticipantId> survivors() {
      return Collections.unmodifiableSortedSet(new TreeSet<>(transcript.commitments().keySet()));
    }

    @Override
    public Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
      return transcript.commitments().containsKey(participant)
          ? Optional.of(new UnmaskRequest(transcript.boundContext(), survivors()))
          : Optional.empty();
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
      implements Over {
    public Unmasked {
      selfMaskSeeds = Collections.unmodifiableSortedMap(new TreeMap<>(selfMaskSeeds));
      maskKeys = Collections.unmodifiableSortedMap(new TreeMap<>(maskKeys));
    }

    /// Those whose inputs make up the sum.
    public SortedSet<ParticipantId> survivors() {
      return Collections.unmodifiableSortedSet(new TreeSet<>(selfMaskSeeds.keySet()));
    }

    /// Takes the masks off the sum of exactly the survivors' masked vectors. Makes one key
    /// agreement per survivor and dropout: ask once and keep the answer.
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
      implements Over {
    @Override
    public SortedMap<ParticipantId, Phase> dropouts() {
      SortedMap<ParticipantId, Phase> dropouts = new TreeMap<>(transcript.dropoutsBefore(during));
      transcript.awaitedIn(during).forEach(participant -> dropouts.put(participant, during));
      return Collections.unmodifiableSortedMap(dropouts);
    }
  }
}
