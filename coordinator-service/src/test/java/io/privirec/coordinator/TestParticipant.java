package io.privirec.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.edge.auth.RequestTokenIssuer;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.EnrolmentToken;
import io.privirec.wire.WorkList;
import io.privirec.wire.WorkList.WorkItem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A participant as a data holder runs it: the protocol of the library over HTTP, states in memory.
final class TestParticipant {
  /// Fills one chunk of the vector of a round.
  interface Input {
    void fill(RoundRecord round, Path broadcast, long offset, RingVector out);
  }

  /// Makes a call at some service, or at several.
  interface Route {
    Api.Answer call(Function<Api, Api.Answer> call);
  }

  private final ParticipantId id;
  private final IdentityKeyPair identity;
  private final PublicIdentityKey coordinatorKey;
  private RequestTokenIssuer tokens;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, ParticipantState> states = new HashMap<>();
  private final Map<String, RoundRecord> records = new HashMap<>();
  private Route route;
  private Input input = (_, _, _, _) -> {};
  private Predicate<WorkItem> silent = _ -> false;
  private UnaryOperator<ParticipantMessage> lie = UnaryOperator.identity();
  private Roster known;

  private TestParticipant(
      Api api, ParticipantId id, IdentityKeyPair identity, PublicIdentityKey coordinatorKey) {
    this.id = id;
    reconnect(api);
    this.identity = identity;
    this.coordinatorKey = coordinatorKey;
    readsTime(InstantSource.system());
  }

  /// Sets the clock that requests are signed by.
  void readsTime(InstantSource clock) {
    tokens = new RequestTokenIssuer(id, identity, clock.withZone(ZoneOffset.UTC));
  }

  static TestParticipant enrol(Api api, String name) {
    IdentityKeyPair identity = IdentityKeyPair.generate(new SecureRandom());
    Enrolment enrolment =
        api.post("/v1/participants", enrolmentRequest(api, name, identity)).as(Enrolment.class);
    try {
      return new TestParticipant(
          api,
          new ParticipantId(name),
          identity,
          PublicIdentityKey.parse(enrolment.coordinatorKey()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static EnrolmentRequest enrolmentRequest(Api api, String name, IdentityKeyPair identity) {
    String token = api.adminPost("/v1/enrolment-tokens", "").as(EnrolmentToken.class).token();
    return enrolmentRequest(token, name, identity);
  }

  static EnrolmentRequest enrolmentRequest(String token, String name, IdentityKeyPair identity) {
    byte[] proof =
        identity.sign(
            SignatureDomain.ENROLMENT, (token + '\0' + name).getBytes(StandardCharsets.UTF_8));
    return new EnrolmentRequest(
        token,
        name,
        identity.publicKey().base64Url(),
        Base64.getUrlEncoder().withoutPadding().encodeToString(proof));
  }

  static List<TestParticipant> enrolAll(Api api, String prefix, int count) {
    List<TestParticipant> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(enrol(api, String.format(Locale.ROOT, "%s-%02d", prefix, i)));
    }
    return all;
  }

  String name() {
    return id.value();
  }

  ParticipantId id() {
    return id;
  }

  IdentityKeyPair identity() {
    return identity;
  }

  RequestTokenIssuer tokens() {
    return tokens;
  }

  /// The service was started again, elsewhere.
  void reconnect(Api newApi) {
    reconnect((Route) call -> call.apply(newApi));
  }

  /// The service can be reached otherwise from now on.
  void reconnect(Route newRoute) {
    route = newRoute;
  }

  void contributes(Input newInput) {
    input = newInput;
  }

  /// Goes on as before, and then lets that fill in something else.
  void alsoContributes(Input more) {
    Input before = input;
    input =
        (round, broadcast, offset, out) -> {
          before.fill(round, broadcast, offset, out);
          more.fill(round, broadcast, offset, out);
        };
  }

  /// From now on, no answer to such work.
  void isSilentOn(Predicate<WorkItem> work) {
    silent = work;
  }

  /// From now on, says that instead of what it should between key list and upload, and after it.
  void lies(UnaryOperator<ParticipantMessage> instead) {
    lie = instead;
  }

  /// Goes by that roster from now on, whatever the coordinator has.
  void goesBy(Roster roster) {
    known = roster;
  }

  List<WorkItem> poll(int seconds) {
    return get("/v1/work?wait=" + seconds).as(WorkList.class).items();
  }

  /// Does what it owes; whether there was anything.
  boolean serve(int seconds) {
    return serve(seconds, _ -> true);
  }

  /// Does what it owes to one round.
  boolean serveOnly(String round) {
    return serve(0, work -> work.roundId().equals(round));
  }

  private boolean serve(int seconds, Predicate<WorkItem> which) {
    boolean served = false;
    for (WorkItem item : poll(seconds)) {
      if (which.test(item) && !silent.test(item)) {
        served |= serveIfStillWanted(item);
      }
    }
    return served;
  }

  /// The session may end between the question and the answer.
  private boolean serveIfStillWanted(WorkItem item) {
    try {
      return serve(item);
    } catch (AssertionError e) {
      if (poll(0).contains(item)) {
        throw e;
      }
      return false;
    }
  }

  private boolean serve(WorkItem item) {
    String round = item.roundId();
    switch (item.phase()) {
      case "MASKED_INPUT" -> {
        return upload(round);
      }
      case "ADVERTISE_KEYS" -> requireTaken(post(round, join(round)));
      case "REVEAL_SEED", "ENCAPSULATE_KEYS", "SHARE_KEYS", "CONSISTENCY_CHECK", "UNMASK" ->
          requireTaken(post(round, lie.apply(answer(round))));
      default -> throw new AssertionError(item.phase());
    }
    return true;
  }

  /// Uploads what the window allows, and commits when that was all of it.
  private boolean upload(String round) {
    if (!(states.get(round) instanceof ParticipantState.Masking)) {
      step(round);
    }
    states.get(round).pending().ifPresent(complaint -> requireTaken(post(round, complaint)));
    ChunkStatus status = get("/v1/rounds/" + round + "/chunks").as(ChunkStatus.class);
    boolean moved = false;
    for (int chunk = 0; chunk < status.window().to(); chunk++) {
      if (!status.received().containsKey(chunk)) {
        requireTaken(put(round, chunk));
        moved = true;
      }
    }
    if (status.window().to() == status.total()) {
      requireTaken(post(round, commit(round)));
      moved = true;
    }
    return moved;
  }

  /// Uploads one chunk.
  Api.Answer put(String round, int chunk) {
    byte[] masked = mask(round, chunk);
    return put(round, chunk, masked, Digest.of(masked));
  }

  /// Reads the record and makes the advertisement.
  ParticipantMessage join(String round) {
    ParticipantState state = states.get(round);
    if (state == null) {
      try {
        SignedRoundRecord signed =
            SignedRoundRecord.decode(get("/v1/rounds/" + round + "/record").bytes());
        records.put(round, signed.record());
        Membership membership =
            new Membership(
                id,
                identity,
                coordinatorKey,
                Optional.of(rosterFor(signed.record())),
                ThreatModel.SEMI_HONEST);
        state = ParticipantProtocol.join(signed, membership, random).state();
        states.put(round, state);
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
    return pending(state);
  }

  /// The roster in force, for a closed round.
  private Roster rosterFor(RoundRecord record) {
    if (record.isClosed() && known == null) {
      return TestRosters.parsed(get("/v1/roster")).orElseThrow();
    }
    return known == null ? Roster.ofOneCell(1, record.cohort()) : known;
  }

  /// Learns what the coordinator has to say in the present phase, and makes the answer.
  ParticipantMessage answer(String round) {
    return pending(step(round));
  }

  /// One masked chunk, packed.
  byte[] mask(String round, int chunk) {
    if (!(states.get(round) instanceof ParticipantState.Masking)) {
      step(round);
    }
    ParticipantState.Masking masking = (ParticipantState.Masking) states.get(round);
    VectorSpec vector = vector(round);
    RingVector values = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
    input.fill(records.get(round), broadcast(round), vector.firstElementOf(chunk), values);
    masking.masker().mask(chunk, values);
    byte[] packed = new byte[vector.bytesInChunk(chunk)];
    values.packInto(packed, 0, 0, values.length());
    return packed;
  }

  ParticipantMessage commit(String round) {
    List<Digest> digests = new ArrayList<>();
    for (int chunk = 0; chunk < vector(round).chunks(); chunk++) {
      digests.add(Digest.of(mask(round, chunk)));
    }
    ParticipantState state =
        ParticipantProtocol.step(
                states.get(round),
                new ParticipantEvent.InputCommitted(MerkleTree.root(digests)),
                random)
            .state();
    states.put(round, state);
    return pending(state);
  }

  Api.Answer get(String path) {
    return route.call(api -> api.participantGet(tokens, path));
  }

  Api.Answer post(String round, ParticipantMessage message) {
    return post(round, message.encode());
  }

  Api.Answer post(String round, byte[] body) {
    return route.call(
        api -> api.participantPost(tokens, "/v1/rounds/" + round + "/messages", body));
  }

  Api.Answer put(String round, int chunk, byte[] body, Digest declared) {
    String path = "/v1/rounds/" + round + "/chunks/" + chunk;
    return route.call(api -> api.participantPut(tokens, path, body, declared));
  }

  private ParticipantState step(String round) {
    try {
      byte[] told = get("/v1/rounds/" + round + "/message").bytes();
      ParticipantEvent event =
          new ParticipantEvent.MessageReceived(CoordinatorMessage.decode(told));
      ParticipantState state = ParticipantProtocol.step(states.get(round), event, random).state();
      if (state instanceof ParticipantState.Aborted aborted) {
        throw new AssertionError(name() + " aborted: " + aborted);
      }
      states.put(round, state);
      return state;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private Path broadcast(String round) {
    Api.Answer answer = get("/v1/rounds/" + round + "/broadcast");
    if (answer.status() == 404) {
      return Path.of("none");
    }
    try {
      if (!Digest.of(answer.bytes()).equals(records.get(round).broadcast())) {
        throw new AssertionError("the broadcast is not the one that was signed");
      }
      Path file = java.nio.file.Files.createTempFile("broadcast", ".safetensors");
      java.nio.file.Files.write(file, answer.bytes());
      file.toFile().deleteOnExit();
      return file;
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private VectorSpec vector(String round) {
    return records.get(round).vector();
  }

  private static ParticipantMessage pending(ParticipantState state) {
    return state
        .pending()
        .orElseThrow(() -> new AssertionError("nothing to send in " + state.phase()));
  }

  private static void requireTaken(Api.Answer answer) {
    if (answer.status() != 204) {
      throw new AssertionError("status " + answer.status() + ": " + answer.text());
    }
  }
}
