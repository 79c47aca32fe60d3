package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A participant's view of one round.
///
/// - join, record and cohort in order → [Advertised]
/// - [Advertised] — keys published, all checks hold → [Revealed] on a random graph, [Shared] on the
///   complete one
/// - [Revealed] — seeds published, all open their commitments → [Shared]
/// - [Shared] — shares delivered, all decrypt → [Masking]
/// - [Masking] — whole input uploaded → [Committed]
/// - [Committed] — survivors named, this participant and enough others among them → [Confirmed]; in
///   a semi-honest round, with the unmask request → [Answered]
/// - [Confirmed] — unmask request with enough signatures of the same survivors → [Answered]
/// - any of them — a check fails → [Aborted]; [Aborted] is final
///
/// The same event again leaves every state as it is. Each state keeps the message that its
/// participant owes, byte for byte, and drops the secrets that no later step needs. Immutable;
/// secrets inside.
public sealed interface ParticipantState permits Seated, ParticipantState.Aborted {
  /// The phase whose message this participant has made or is making; empty when aborted.
  Optional<Phase> phase();

  /// The message to send, again if need be, until the coordinator has taken it.
  Optional<ParticipantMessage> pending();

  /// The terms of the round that was joined; empty when aborted.
  Optional<RoundRecord> terms();

  /// Keys are made and signed.
  ///
  /// @param graphSeed this participant's part, committed to; only on a random graph
  record Advertised(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      Optional<SecretBytes> graphSeed,
      KeyAdvertisement advertisement)
      implements Seated {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.ADVERTISE_KEYS);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(advertisement);
    }
  }

  /// The part of the graph's seed is revealed.
  record Revealed(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      AdvertisedKeys keys,
      SeedReveal reveal)
      implements Seated {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.REVEAL_SEED);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(reveal);
    }
  }

  /// Both secrets are shared out.
  ///
  /// @param ownShare this participant's share of its own self-mask seed; only on the complete graph
  record Shared(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      RoundSetup setup,
      SecretBytes selfMaskSeed,
      Optional<SecretBytes> ownShare,
      EncryptedShares shares)
      implements Seated {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.SHARE_KEYS);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(shares);
    }
  }

  /// The neighbours' shares are here; the input can be masked.
  ///
  /// @param held shares by owner, without this participant
  /// @param maskEncapsulations of the same neighbours; empty where this participant initiates, or
  ///   the public keys suffice
  record Masking(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      RoundSetup setup,
      SecretBytes selfMaskSeed,
      Optional<SecretBytes> ownShare,
      SortedMap<ParticipantId, HeldShares> held,
      SortedMap<ParticipantId, ByteString> maskEncapsulations)
      implements Seated {
    public Masking {
      held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
      maskEncapsulations = Collections.unmodifiableSortedMap(new TreeMap<>(maskEncapsulations));
      if (!maskEncapsulations.keySet().equals(held.keySet())) {
        throw new IllegalArgumentException("shares and encapsulations must be of the same peers");
      }
    }

    /// The masks of this participant for this round. They cover one vector: the input must be the
    /// same, byte for byte, whenever a chunk is masked again. Makes one key agreement per peer: ask
    /// once and keep the answer.
    public InputMasker masker() {
      return InputMasker.of(this);
    }

    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.MASKED_INPUT);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.empty();
    }
  }

  /// The masked input is complete and signed for. The keys of the masks are gone.
  ///
  /// @param silent neighbours that exchanged no shares with this participant: whoever calls one of
  ///   them a survivor lies
  record Committed(
      Seat seat,
      IdentityKeyPair identity,
      Optional<SecretBytes> ownShare,
      SortedMap<ParticipantId, HeldShares> held,
      SortedSet<ParticipantId> silent,
      MaskedInputCommitment commitment)
      implements Seated {
    public Committed {
      held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
      silent = Collections.unmodifiableSortedSet(new TreeSet<>(silent));
    }

    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.MASKED_INPUT);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(commitment);
    }
  }

  /// The survivor set is signed: no other one is ever signed or unmasked in this round.
  record Confirmed(
      Seat seat,
      Optional<SecretBytes> ownShare,
      SortedMap<ParticipantId, HeldShares> held,
      SortedSet<ParticipantId> survivors,
      SurvivorSignature signature)
      implements Seated {
    public Confirmed {
      held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
      survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
    }

    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.CONSISTENCY_CHECK);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(signature);
    }
  }

  /// One share per participant is disclosed; the other shares are gone. Whoever has persisted this
  /// state must take the round's aggregate over these survivors for opened.
  record Answered(Seat seat, SortedSet<ParticipantId> survivors, UnmaskAnswer answer)
      implements Seated {
    public Answered {
      survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
    }

    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.UNMASK);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(answer);
    }
  }

  /// This participant takes no further part. All secrets are gone.
  record Aborted(AbortReason reason, String detail) implements ParticipantState {
    @Override
    public Optional<Phase> phase() {
      return Optional.empty();
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.empty();
    }

    @Override
    public Optional<RoundRecord> terms() {
      return Optional.empty();
    }
  }
}
