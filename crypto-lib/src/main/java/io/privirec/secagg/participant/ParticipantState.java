package io.privirec.secagg.participant;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A participant's view of one round.
///
/// - join, record and cohort in order → [Advertised]
/// - [Advertised] — keys published, all checks hold → [Shared]
/// - [Shared] — shares delivered, all decrypt → [Masking]
/// - [Masking] — whole input uploaded → [Committed]
/// - [Committed] — survivors named, this participant and enough others among them → [Answered]
/// - any of them — a check fails → [Aborted]; [Aborted] is final
///
/// The same event again leaves every state as it is. Each state keeps the message that its
/// participant owes, byte for byte, and drops the secrets that no later step needs. Immutable;
/// secrets inside.
public sealed interface ParticipantState {
  /// The phase whose message this participant has made or is making; empty when aborted.
  Optional<Phase> phase();

  /// The message to send, again if need be, until the coordinator has taken it.
  Optional<ParticipantMessage> pending();

  /// Keys are made and signed.
  record Advertised(
      RoundRecord record,
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      KeyAdvertisement advertisement)
      implements ParticipantState {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.ADVERTISE_KEYS);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(advertisement);
    }
  }

  /// Both secrets are shared out.
  ///
  /// @param ownShare this participant's share of its own self-mask seed
  record Shared(
      RoundRecord record,
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      AdvertisedKeys keys,
      SecretBytes selfMaskSeed,
      SecretBytes ownShare,
      EncryptedShares shares)
      implements ParticipantState {
    @Override
    public Optional<Phase> phase() {
      return Optional.of(Phase.SHARE_KEYS);
    }

    @Override
    public Optional<ParticipantMessage> pending() {
      return Optional.of(shares);
    }
  }

  /// The others' shares are here; the input can be masked.
  ///
  /// @param keys the advertisements of this round
  /// @param delivered digest of the delivery, to know it again
  /// @param held shares by owner, without this participant
  record Masking(
      RoundRecord record,
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AdvertisedKeys keys,
      SecretBytes selfMaskSeed,
      SecretBytes ownShare,
      Digest delivered,
      SortedMap<ParticipantId, HeldShares> held)
      implements ParticipantState {
    public Masking {
      held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
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
  record Committed(
      RoundRecord record,
      ParticipantId self,
      SecretBytes ownShare,
      Digest delivered,
      SortedMap<ParticipantId, HeldShares> held,
      MaskedInputCommitment commitment)
      implements ParticipantState {
    public Committed {
      held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
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

  /// One share per participant is disclosed; the other shares are gone. Whoever has persisted this
  /// state must take the round's aggregate for opened.
  record Answered(
      RoundRecord record,
      ParticipantId self,
      Digest delivered,
      Digest committedRoot,
      UnmaskRequest request,
      UnmaskAnswer answer)
      implements ParticipantState {
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
  }

  /// Whether a delivery is the one with this digest.
  static boolean isSame(Digest delivered, DeliveredShares again) {
    return Digest.of(again.encode()).equals(delivered);
  }
}
