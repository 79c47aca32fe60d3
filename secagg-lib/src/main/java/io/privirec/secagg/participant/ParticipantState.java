package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
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
import io.privirec.secagg.message.SentEncapsulations;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A participant's view of one round.
///
/// - join, record and cohort in order → [Advertised]
/// - [Advertised] — keys published, all checks hold → [Revealed] on a random graph; on the complete
///   one as from [Revealed]
/// - [Revealed] — seeds published, all open their commitments → [Shared] in a tolerant round; in a
///   closed one [Encapsulated] with a hybrid agreement, else [Masking]
/// - [Encapsulated] — encapsulations delivered, all signed → [Masking]
/// - [Shared] — shares delivered, all decrypt → [Masking]; those that do not and are signed by
///   their senders are complained about, and this participant holds no shares of these
/// - [Masking] — whole input uploaded → [Contributed] in a closed round, [Committed] in a tolerant
///   one
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
  default Optional<Phase> phase() {
    return pending().map(ParticipantMessage::phase);
  }

  /// The message to send, again if need be, until the coordinator has taken it. While the input is
  /// masked that is a complaint, if there is one: to be sent before the first masked chunk.
  default Optional<ParticipantMessage> pending() {
    return switch (this) {
      case Advertised state -> Optional.of(state.advertisement());
      case Revealed state -> Optional.of(state.reveal());
      case Encapsulated state -> Optional.of(state.encapsulations());
      case Shared state -> Optional.of(state.shares());
      case Masking state -> state.recovery().flatMap(MaskRecovery::complaint);
      case Contributed state -> Optional.of(state.commitment());
      case Committed state -> Optional.of(state.commitment());
      case Confirmed state -> Optional.of(state.signature());
      case Answered state -> Optional.of(state.answer());
      case Aborted _ -> Optional.empty();
    };
  }

  /// Returns the digest of the survivors that this participant has signed. The result is empty
  /// before the signature, and in a closed round. The caller can store the digest before it sends
  /// the signature, and refuse a second set after a restore.
  default Optional<Digest> agreedSurvivors() {
    return switch (this) {
      case Confirmed state -> Optional.of(state.signature().survivors());
      case Answered state ->
          Optional.of(new SurvivorList(state.answer().context(), state.survivors()).digest());
      default -> Optional.empty();
    };
  }

  /// The terms of the round that was joined; empty when aborted.
  default Optional<RoundRecord> terms() {
    return Optional.empty();
  }

  /// Keys are made and signed.
  ///
  /// @param channelKeys only in a tolerant round
  /// @param graphSeed this participant's part, committed to; only on a random graph
  record Advertised(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      Optional<AgreementKeyPair> channelKeys,
      Optional<SecretBytes> graphSeed,
      KeyAdvertisement advertisement)
      implements Seated {}

  /// The part of the graph's seed is revealed.
  ///
  /// @param channelKeys only in a tolerant round
  record Revealed(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      Optional<AgreementKeyPair> channelKeys,
      AdvertisedKeys keys,
      SeedReveal reveal)
      implements Seated {}

  /// What the neighbours after this participant need to agree on their masks is made.
  record Encapsulated(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      RoundSetup setup,
      SentEncapsulations encapsulations)
      implements Seated {}

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
      implements Seated {}

  /// It is settled with whom this participant masks, also with those it complains about; the input
  /// can be masked.
  ///
  /// @param maskEncapsulations of those with whom it masks; empty where this participant initiates,
  ///   or the public keys suffice
  /// @param recovery by which others take the masks off; only in a tolerant round
  record Masking(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      RoundSetup setup,
      SortedMap<ParticipantId, ByteString> maskEncapsulations,
      Optional<MaskRecovery> recovery)
      implements Seated {
    public Masking {
      maskEncapsulations = Collections.unmodifiableSortedMap(new TreeMap<>(maskEncapsulations));
      SortedSet<ParticipantId> peers = new TreeSet<>(maskEncapsulations.keySet());
      if (recovery.filter(shares -> !shares.exchanged().equals(peers)).isPresent()) {
        throw new IllegalArgumentException("shares and encapsulations must be of the same peers");
      }
    }

    /// The masks of this participant for this round. They cover one vector: the input must be the
    /// same, byte for byte, whenever a chunk is masked again. Makes one key agreement per peer: ask
    /// once and keep the answer.
    public InputMasker masker() {
      Digest context = setup.context();
      ParticipantId self = seat.self();
      List<MaskKey> added = new ArrayList<>();
      List<MaskKey> subtracted = new ArrayList<>();
      recovery
          .map(shares ->
              KeySchedule.selfMask(shares.selfMaskSeed(), context, record().indexOf(self)))
          .ifPresent(added::add);
      maskEncapsulations.forEach((peer, encapsulation) ->
          (peer.compareTo(self) < 0 ? added : subtracted)
              .add(setup.mask(self, maskKeys, peer, encapsulation)));
      return new InputMasker(record().vector(), new MaskSum(added, subtracted));
    }

    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.MASKED_INPUT);
    }
  }

  /// The masked input of a closed round is complete and signed for. The keys of the masks are gone:
  /// there is nothing left to say in this round.
  record Contributed(Seat seat, MaskedInputCommitment commitment) implements Seated {}

  /// The masked input of a tolerant round is complete and signed for. The keys of the masks are
  /// gone.
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
  }

  /// One share per participant is disclosed; the other shares are gone. Whoever has persisted this
  /// state must take the round's aggregate over these survivors for opened.
  record Answered(Seat seat, SortedSet<ParticipantId> survivors, UnmaskAnswer answer)
      implements Seated {
    public Answered {
      survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
    }
  }

  /// This participant takes no further part. All secrets are gone.
  record Aborted(AbortReason reason, String detail) implements ParticipantState {}
}
