package io.privirec.secagg.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All that was accepted in a round so far. Who sent a message of a phase took part in it: the
/// senders get fewer from phase to phase, and where they differ someone dropped out. Immutable.
///
/// @param complaints by complainer; all of them hold
/// @param keys the published advertisements, once the first phase has closed
/// @param setup of the round, once it is known who shares with whom
record Transcript(
    RoundRecord record,
    Map<Phase, SortedMap<ParticipantId, ParticipantMessage>> messages,
    SortedMap<ParticipantId, ShareComplaint> complaints,
    Optional<AdvertisedKeys> keys,
    Optional<RoundSetup> setup) {
  static Transcript of(RoundRecord record) {
    return new Transcript(
        record, Map.of(), Collections.emptySortedMap(), Optional.empty(), Optional.empty());
  }

  Transcript with(ParticipantMessage message) {
    if (message instanceof ShareComplaint complaint) {
      SortedMap<ParticipantId, ShareComplaint> extended = new TreeMap<>(complaints);
      extended.put(complaint.sender(), complaint);
      return new Transcript(
          record, messages, Collections.unmodifiableSortedMap(extended), keys, setup);
    }
    Map<Phase, SortedMap<ParticipantId, ParticipantMessage>> extended = new EnumMap<>(Phase.class);
    extended.putAll(messages);
    TreeMap<ParticipantId, ParticipantMessage> inPhase = new TreeMap<>(in(message.phase()));
    inPhase.put(message.sender(), message);
    extended.put(message.phase(), Collections.unmodifiableSortedMap(inPhase));
    return new Transcript(record, Collections.unmodifiableMap(extended), complaints, keys, setup);
  }

  /// The transcript when a phase has closed: what everyone is told now is settled.
  Transcript closing(Phase phase) {
    return switch (phase) {
      case ADVERTISE_KEYS -> {
        AdvertisedKeys published =
            new AdvertisedKeys(record.context(), List.copyOf(advertisements().values()));
        yield new Transcript(
            record,
            messages,
            complaints,
            Optional.of(published),
            record.isComplete()
                ? Optional.of(RoundSetup.complete(record, published))
                : Optional.empty());
      }
      case REVEAL_SEED ->
          new Transcript(
              record,
              messages,
              complaints,
              keys,
              Optional.of(RoundSetup.of(record, keys.orElseThrow(), Optional.of(seeds()))));
      case ENCAPSULATE_KEYS, SHARE_KEYS, MASKED_INPUT, CONSISTENCY_CHECK, UNMASK -> this;
    };
  }

  /// Those who took part in a phase so far.
  SortedMap<ParticipantId, ParticipantMessage> in(Phase phase) {
    return messages.getOrDefault(phase, Collections.emptySortedMap());
  }

  SortedMap<ParticipantId, KeyAdvertisement> advertisements() {
    return typed(Phase.ADVERTISE_KEYS, KeyAdvertisement.class);
  }

  SortedMap<ParticipantId, UnmaskAnswer> answers() {
    return typed(Phase.UNMASK, UnmaskAnswer.class);
  }

  /// What a neighbour sent another.
  ShareEnvelope envelope(ParticipantId sender, ParticipantId recipient) {
    EncryptedShares shares = (EncryptedShares) in(Phase.SHARE_KEYS).get(sender);
    ShareEnvelope envelope = shares == null ? null : shares.byRecipient().get(recipient);
    if (envelope == null) {
      throw new IllegalArgumentException(sender + " sent " + recipient + " no shares");
    }
    return envelope;
  }

  /// Everyone's part of the graph's seed.
  RevealedSeeds seeds() {
    return new RevealedSeeds(
        keys.orElseThrow().boundContext(),
        mapped(Phase.REVEAL_SEED, SeedReveal.class, SeedReveal::seed));
  }

  /// Those whose inputs make up the sum, as everyone is told.
  SurvivorList survivorList() {
    return new SurvivorList(context(), survivors());
  }

  /// Signatures of the survivor list, by signer.
  SortedMap<ParticipantId, ByteString> signatures() {
    return mapped(Phase.CONSISTENCY_CHECK, SurvivorSignature.class, SurvivorSignature::signature);
  }

  /// Those whose inputs make up the sum.
  SortedSet<ParticipantId> survivors() {
    return new TreeSet<>(in(Phase.MASKED_INPUT).keySet());
  }

  /// Those who may take part in a phase: whoever took part in the one before.
  SortedSet<ParticipantId> expectedIn(Phase phase) {
    SortedSet<ParticipantId> expected = new TreeSet<>();
    List<Phase> phases = record.phases();
    int position = phases.indexOf(phase);
    if (position == 0) {
      for (CohortMember member : record.cohort()) {
        expected.add(member.id());
      }
    } else if (position > 0) {
      expected.addAll(in(phases.get(position - 1)).keySet());
    }
    return expected;
  }

  /// Whether a participant may take part in a phase.
  boolean isExpectedIn(Phase phase, ParticipantId participant) {
    List<Phase> phases = record.phases();
    int position = phases.indexOf(phase);
    return position == 0
        ? record.contains(participant)
        : position > 0 && in(phases.get(position - 1)).containsKey(participant);
  }

  /// Whether [#awaitedIn] has a participant, without making it.
  boolean isAwaitedIn(Phase phase, ParticipantId participant) {
    return isExpectedIn(phase, participant) && !in(phase).containsKey(participant);
  }

  SortedSet<ParticipantId> awaitedIn(Phase phase) {
    SortedSet<ParticipantId> awaited = expectedIn(phase);
    awaited.removeAll(in(phase).keySet());
    return Collections.unmodifiableSortedSet(awaited);
  }

  /// Who left in a phase that is over: before the given one, or in any if there is none.
  SortedMap<ParticipantId, Phase> dropoutsBefore(@Nullable Phase current) {
    SortedMap<ParticipantId, Phase> dropouts = new TreeMap<>();
    for (Phase phase : record.phases()) {
      if (phase == current) {
        break;
      }
      awaitedIn(phase).forEach(participant -> dropouts.put(participant, phase));
    }
    return Collections.unmodifiableSortedMap(dropouts);
  }

  /// What the sender of a message has said in the same place before.
  Optional<ParticipantMessage> earlier(ParticipantMessage message) {
    return message instanceof ShareComplaint
        ? Optional.ofNullable(complaints.get(message.sender()))
        : messageOf(message.sender(), message.phase());
  }

  /// Those of whose secrets a participant holds no shares, because theirs did not decrypt.
  Set<ParticipantId> accusedBy(ParticipantId complainer) {
    ShareComplaint complaint = complaints.get(complainer);
    return complaint == null ? Set.of() : complaint.evidence().keySet();
  }

  /// The faults of a round.
  ///
  /// @param liars who revealed wrong shares
  SortedMap<ParticipantId, FaultReason> faults(SortedSet<ParticipantId> liars) {
    SortedMap<ParticipantId, FaultReason> faults = new TreeMap<>();
    liars.forEach(liar -> faults.put(liar, FaultReason.WRONG_SHARE));
    // Of a participant with both, what is proven is told.
    for (ParticipantId complainer : complaints.keySet()) {
      accusedBy(complainer).forEach(accused -> faults.put(accused, FaultReason.BAD_ENVELOPE));
    }
    return Collections.unmodifiableSortedMap(faults);
  }

  Optional<ParticipantMessage> messageOf(ParticipantId sender, Phase phase) {
    return Optional.ofNullable(in(phase).get(sender));
  }

  /// Who shares with whom, and the keys of all.
  ///
  /// @throws java.util.NoSuchElementException while it is not known
  RoundSetup requireSetup() {
    return setup.orElseThrow();
  }

  /// The context of the messages that follow the setup.
  Digest context() {
    return requireSetup().context();
  }

  private <M extends ParticipantMessage> SortedMap<ParticipantId, M> typed(
      Phase phase, Class<M> type) {
    return mapped(phase, type, message -> message);
  }

  private <M extends ParticipantMessage, T> SortedMap<ParticipantId, T> mapped(
      Phase phase, Class<M> type, Function<M, T> field) {
    SortedMap<ParticipantId, T> fields = new TreeMap<>();
    in(phase).forEach((sender, message) -> fields.put(sender, field.apply(type.cast(message))));
    return fields;
  }
}
