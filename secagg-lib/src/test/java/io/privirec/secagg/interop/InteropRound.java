package io.privirec.secagg.interop;

import static io.privirec.secagg.SimulatedRound.accept;

import io.privirec.crypto.Hex;
import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.Uploads;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStep;
import io.privirec.secagg.roster.SignedRoster;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One round through the real protocol, written down with all that happened in it. Whoever leaves
/// in a phase does everything up to it and does not send that phase's message.
final class InteropRound {
  private static final JsonMapper JSON = new JsonMapper();

  private final RoundRecord record;
  private final IdentityKeyPair coordinatorKeys;
  private final SignedRoster roster;
  private final SortedMap<ParticipantId, IdentityKeyPair> identities;
  private final SortedMap<ParticipantId, long[]> inputs;
  private final SortedMap<ParticipantId, Phase> leaving;
  private final SortedMap<ParticipantId, Draws> draws;

  private final SortedMap<ParticipantId, List<ParticipantState>> states = new TreeMap<>();
  private final SortedMap<ParticipantId, List<byte[]>> uploads = new TreeMap<>();
  private final SortedMap<ParticipantId, ObjectNode> told = new TreeMap<>();

  InteropRound(
      RoundRecord record,
      IdentityKeyPair coordinatorKeys,
      SignedRoster roster,
      SortedMap<ParticipantId, IdentityKeyPair> identities,
      SortedMap<ParticipantId, long[]> inputs,
      SortedMap<ParticipantId, Phase> leaving,
      SortedMap<ParticipantId, Draws> draws) {
    this.record = record;
    this.coordinatorKeys = coordinatorKeys;
    this.roster = roster;
    this.identities = identities;
    this.inputs = inputs;
    this.leaving = leaving;
    this.draws = draws;
  }

  /// Runs the round and writes it down.
  String run() throws GeneralSecurityException {
    CoordinatorState state = CoordinatorProtocol.open(record);
    AdvertisedKeys keys = null;
    for (Phase phase : record.phases()) {
      CoordinatorState opening = state;
      List<ParticipantMessage> sent = new ArrayList<>();
      for (ParticipantId id : opening.awaiting()) {
        if (leaving.get(id) != phase) {
          sent.add(take(id, opening.messageFor(id)));
        } else if (phase == Phase.MASKED_INPUT) {
          // Uploads, and is lost before it commits.
          take(id, opening.messageFor(id));
        }
      }
      for (ParticipantMessage message : sent) {
        state = accept(state, new Received(message.sender(), message));
      }
      if (state.phase().filter(phase::equals).isPresent()) {
        state = accept(state, new DeadlinePassed(phase));
      }
      if (phase == Phase.ADVERTISE_KEYS) {
        keys = (AdvertisedKeys) state.messageFor(sent.getFirst().sender()).orElseThrow();
      }
    }
    return write((CoordinatorState.Summed) state, keys);
  }

  private ParticipantMessage take(ParticipantId id, Optional<CoordinatorMessage> message)
      throws GeneralSecurityException {
    List<ParticipantState> path = states.computeIfAbsent(id, _ -> new ArrayList<>());
    ObjectNode heard = told.computeIfAbsent(id, _ -> JSON.createObjectNode());
    if (message.isEmpty()) {
      Membership membership =
          new Membership(
              id,
              identities.get(id),
              coordinatorKeys.publicKey(),
              Optional.of(roster.roster()),
              record.threatModel());
      keep(
          path,
          ParticipantProtocol.join(
              SignedRoundRecord.sign(record, coordinatorKeys), membership, draws.get(id)));
    } else {
      CoordinatorMessage received = CoordinatorMessage.decode(message.get().encode());
      heard.put(nameOf(received), Hex.of(received.encode()));
      keep(
          path,
          ParticipantProtocol.step(
              path.getLast(), new ParticipantEvent.MessageReceived(received), draws.get(id)));
      if (path.getLast() instanceof Masking masking) {
        List<byte[]> chunks = Uploads.masked(masking, inputs.get(id));
        uploads.put(id, chunks);
        InputCommitted committed = new InputCommitted(Uploads.root(chunks));
        keep(path, ParticipantProtocol.step(masking, committed, draws.get(id)));
      }
    }
    return path.getLast().pending().orElseThrow();
  }

  private static void keep(List<ParticipantState> path, ParticipantStep step) {
    path.add(step.state());
  }

  private String write(CoordinatorState.Summed last, AdvertisedKeys keys)
      throws GeneralSecurityException {
    ObjectNode file = JSON.createObjectNode();
    file.put("format", "privirec-secagg-interop/2");
    ObjectNode round =
        file.putObject("round")
            .put("kind", record.isClosed() ? "closed" : "tolerant")
            .put("threatModel", record.threatModel().label())
            .put("keyAgreement", record.keyAgreement().name())
            .put("participants", record.cohort().size())
            .put("neighbours", record.neighbours());
    switch (record.kind()) {
      case RoundKind.Closed(RosterReference reference, List<Integer> cells) -> {
        round.put("rosterVersion", reference.version());
        round.put("rosterDigest", Hex.of(reference.digest().bytes()));
        ArrayNode numbers = round.putArray("cells");
        cells.forEach(numbers::add);
      }
      case RoundKind.Tolerant(Thresholds counts) ->
          round
              .put("corrupt", counts.corrupt())
              .put("drops", counts.drops())
              .put("threshold", counts.threshold())
              .put("minSurvivors", counts.minSurvivors());
    }
    round
        .put("ringBits", record.vector().ring().bits())
        .put("length", record.vector().length())
        .put("chunkLength", record.vector().chunkLength())
        .put("coordinatorSeed", hex(coordinatorKeys.seed()))
        .put("coordinatorKey", Hex.of(coordinatorKeys.publicKey().bytes()))
        .put("record", Hex.of(record.encode()))
        .put("signedRecord", Hex.of(SignedRoundRecord.sign(record, coordinatorKeys).encode()))
        .put("recordContext", Hex.of(record.context().bytes()))
        .put("context", Hex.of(keys.boundContext().bytes()));
    file.put("roster", roster.text());
    ArrayNode participants = file.putArray("participants");
    for (ParticipantId id : identities.keySet()) {
      write(participants.addObject(), id);
    }
    ArrayNode survivors = file.putArray("survivors");
    last.survivors().forEach(survivor -> survivors.add(survivor.value()));
    if (last instanceof CoordinatorState.Unmasked unmasked) {
      ObjectNode reconstructed = file.putObject("reconstructed");
      ObjectNode seeds = reconstructed.putObject("selfMaskSeeds");
      unmasked.selfMaskSeeds().forEach((owner, seed) -> seeds.put(owner.value(), hex(seed)));
      ObjectNode maskKeys = reconstructed.putObject("maskKeySeeds");
      unmasked.maskKeys().forEach((owner, seed) -> maskKeys.put(owner.value(), hex(seed)));
    }
    ArrayNode aggregate = file.putArray("aggregate");
    LongStream.of(Uploads.sum(last, id -> uploads.get(id))).forEach(aggregate::add);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(file) + "\n";
  }

  private void write(ObjectNode entry, ParticipantId id) throws GeneralSecurityException {
    entry.put("id", id.value());
    entry.put("index", record.indexOf(id));
    Optional.ofNullable(leaving.get(id)).ifPresent(phase -> entry.put("leavesIn", phase.name()));
    entry.put("identitySeed", hex(identities.get(id).seed()));
    entry.put("identityKey", Hex.of(identities.get(id).publicKey().bytes()));
    ArrayNode input = entry.putArray("input");
    for (long value : inputs.get(id)) {
      input.add(value);
    }
    ArrayNode noted = entry.putArray("draws");
    draws.get(id).noted().forEach(noted::add);
    List<ParticipantState> path = states.getOrDefault(id, List.of());
    for (ParticipantState state : path) {
      if (state instanceof Advertised advertised && record.isClosed()) {
        entry.put("maskKeySeed", hex(advertised.maskKeys().seed()));
      } else if (state instanceof Shared shared) {
        writeSecrets(entry, id, shared);
      } else if (state instanceof Masking masking) {
        writeMasks(entry.putObject("masks"), id, masking);
      }
    }
    Optional.ofNullable(told.get(id)).ifPresent(heard -> entry.set("receives", heard));
    ObjectNode sent = entry.putObject("sends");
    for (ParticipantState state : path) {
      state
          .pending()
          .filter(message -> message.phase() != leaving.get(id))
          .ifPresent(message -> sent.put(nameOf(message), Hex.of(message.encode())));
    }
    ArrayNode chunks = entry.putArray("maskedChunks");
    uploads.getOrDefault(id, List.of()).forEach(chunk -> chunks.add(Hex.of(chunk)));
  }

  private void writeSecrets(ObjectNode entry, ParticipantId id, Shared shared)
      throws GeneralSecurityException {
    entry.put("maskKeySeed", hex(shared.maskKeys().seed()));
    entry.put("channelKeySeed", hex(shared.channelKeys().seed()));
    entry.put("selfMaskSeed", hex(shared.selfMaskSeed()));
    ObjectNode dealt = entry.putObject("dealtShares");
    int from = record.indexOf(id);
    for (Map.Entry<ParticipantId, ShareEnvelope> each : shared.shares().byRecipient().entrySet()) {
      ShareEnvelope envelope = each.getValue();
      int to = record.indexOf(each.getKey());
      SecretBytes agreed =
          shared
              .channelKeys()
              .initiate(
                  shared.setup().keysOf(each.getKey()).channelKey().orElseThrow(),
                  KeySchedule.shareChannelLabel())
              .secret();
      SecretBytes key = KeySchedule.shareChannel(agreed, shared.setup().context(), from, to);
      byte[] associated =
          KeySchedule.shareAssociatedData(
              shared.setup().context(), from, to, envelope.maskEncapsulation());
      String pair = hex(AesGcm.open(key, associated, envelope.ciphertext().bytes()));
      dealt
          .putObject(each.getKey().value())
          .put("index", to)
          .put("channelSecret", hex(agreed))
          .put("key", hex(key))
          .put("associatedData", Hex.of(associated))
          .put("maskKeyShare", pair.substring(0, 64))
          .put("selfMaskShare", pair.substring(64))
          .put("ciphertext", envelope.ciphertext().toString());
    }
    entry.put("ownSelfMaskShare", hex(shared.ownShare().orElseThrow()));
  }

  private void writeMasks(ObjectNode masks, ParticipantId id, Masking masking)
      throws GeneralSecurityException {
    Digest context = masking.setup().context();
    int self = record.indexOf(id);
    states.get(id).stream()
        .filter(Shared.class::isInstance)
        .map(Shared.class::cast)
        .findFirst()
        .ifPresent(shared ->
            masks.put("self", hex(KeySchedule.selfMask(shared.selfMaskSeed(), context, self))));
    ObjectNode pairs = masks.putObject("pairs");
    for (ParticipantId peer : masking.maskEncapsulations().keySet()) {
      int index = record.indexOf(peer);
      ByteString sent = masking.maskEncapsulations().get(peer);
      SecretBytes agreed = masking.setup().maskSecret(id, masking.maskKeys(), peer, sent);
      pairs
          .putObject(peer.value())
          .put("secret", hex(agreed))
          .put("key", hex(KeySchedule.pairwiseMask(record, agreed, context, self, index)))
          .put("sign", index < self ? "+" : "-");
    }
  }

  private static String nameOf(Object message) {
    String name = message.getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static String hex(MaskKey mask) {
    return hex(mask.key());
  }

  private static String hex(SecretBytes secret) {
    return Hex.of(secret.expose());
  }
}
