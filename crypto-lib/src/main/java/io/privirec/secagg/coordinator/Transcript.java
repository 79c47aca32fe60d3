package io.privirec.secagg.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// All that was accepted in a round so far. Who sent a message of a phase took part in it: the key
/// sets of the four maps shrink from phase to phase, and where they differ someone dropped out.
/// Immutable.
record Transcript(
    RoundRecord record,
    SortedMap<ParticipantId, KeyAdvertisement> advertisements,
    SortedMap<ParticipantId, EncryptedShares> shares,
    SortedMap<ParticipantId, MaskedInputCommitment> commitments,
    SortedMap<ParticipantId, UnmaskAnswer> answers) {
  static Transcript of(RoundRecord record) {
    return new Transcript(
        record,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  Transcript with(ParticipantMessage message) {
    return switch (message) {
      case KeyAdvertisement m ->
          new Transcript(record, plus(advertisements, m), shares, commitments, answers);
      case EncryptedShares m ->
          new Transcript(record, advertisements, plus(shares, m), commitments, answers);
      case MaskedInputCommitment m ->
          new Transcript(record, advertisements, shares, plus(commitments, m), answers);
      case UnmaskAnswer m ->
          new Transcript(record, advertisements, shares, commitments, plus(answers, m));
    };
  }

  /// Those who took part in a phase so far.
  SortedMap<ParticipantId, ? extends ParticipantMessage> in(Phase phase) {
    return switch (phase) {
      case ADVERTISE_KEYS -> advertisements;
      case SHARE_KEYS -> shares;
      case MASKED_INPUT -> commitments;
      case CONSISTENCY_CHECK -> throw new IllegalArgumentException("phase is not run");
      case UNMASK -> answers;
    };
  }

  /// Those who may take part in a phase.
  SortedSet<ParticipantId> expectedIn(Phase phase) {
    SortedSet<ParticipantId> expected = new TreeSet<>();
    switch (phase) {
      case ADVERTISE_KEYS -> record.cohort().forEach(member -> expected.add(member.id()));
      case SHARE_KEYS -> expected.addAll(advertisements.keySet());
      case MASKED_INPUT -> expected.addAll(shares.keySet());
      case CONSISTENCY_CHECK -> throw new IllegalArgumentException("phase is not run");
      case UNMASK -> expected.addAll(commitments.keySet());
    }
    return expected;
  }

  SortedSet<ParticipantId> awaitedIn(Phase phase) {
    SortedSet<ParticipantId> awaited = expectedIn(phase);
    awaited.removeAll(in(phase).keySet());
    return Collections.unmodifiableSortedSet(awaited);
  }

  /// Who left in a phase that is over: before the given one, or in any if there is none.
  SortedMap<ParticipantId, Phase> dropoutsBefore(@Nullable Phase current) {
    SortedMap<ParticipantId, Phase> dropouts = new TreeMap<>();
    for (Phase phase : Phase.values()) {
      if (phase == current) {
        break;
      }
      if (phase != Phase.CONSISTENCY_CHECK) {
        awaitedIn(phase).forEach(participant -> dropouts.put(participant, phase));
      }
    }
    return Collections.unmodifiableSortedMap(dropouts);
  }

  Optional<ParticipantMessage> messageOf(ParticipantId sender, Phase phase) {
    return Optional.ofNullable(in(phase).get(sender));
  }

  /// The keys of somebody who took part in the first phase.
  KeyAdvertisement advertisementOf(ParticipantId participant) {
    KeyAdvertisement advertisement = advertisements.get(participant);
    if (advertisement == null) {
      throw new IllegalArgumentException(participant + " advertised no keys");
    }
    return advertisement;
  }

  AdvertisedKeys advertisedKeys() {
    return new AdvertisedKeys(record.context(), List.copyOf(advertisements.values()));
  }

  /// The context of all messages but the first; meaningful once the advertisements are complete.
  Digest boundContext() {
    return advertisedKeys().boundContext();
  }

  private static <M extends ParticipantMessage> SortedMap<ParticipantId, M> plus(
      SortedMap<ParticipantId, M> messages, M message) {
    TreeMap<ParticipantId, M> extended = new TreeMap<>(messages);
    extended.put(message.sender(), message);
    return Collections.unmodifiableSortedMap(extended);
  }
}
