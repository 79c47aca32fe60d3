package io.privirec.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.digest.MerkleTree;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.auth.RequestTokenVerifier;
import io.privirec.federation.Aggregate;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PriviRecK;
import io.privirec.federation.Rehearsal;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.session.OnLoss;
import io.privirec.session.SessionDigest;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.ParticipantView;
import io.privirec.wire.SessionView;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList;
import io.privirec.wire.WorkList.WorkItem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// A coordinator in memory, over real HTTP, on the real protocol: one round at a time, moved on by
/// the test.
public final class TestCoordinator implements AutoCloseable {
  public static final String TOKEN = "one-time";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final HttpServer server;
  private final IdentityKeyPair key = IdentityKeyPair.generate(RANDOM);
  private final SortedMap<ParticipantId, PublicIdentityKey> enrolled = new TreeMap<>();
  private final RequestTokenVerifier tokens =
      new RequestTokenVerifier(id -> Optional.ofNullable(enrolled.get(id)), Clock.systemUTC());
  private final JsonMapper json = JsonMapper.shared();
  private byte[] catalogue = new byte[0];
  private int items;
  private Optional<Path> release = Optional.empty();

  private String session = "";
  private Algorithm algorithm = new PriviRecK(1, 1, 1, 0, 0, 1, 1);
  private SessionView.Status status = SessionView.Status.RUNNING;
  private SignedRoundRecord record;
  private CoordinatorState state;
  private Optional<Path> broadcast = Optional.empty();
  private final Map<ParticipantId, SortedMap<Integer, byte[]>> staged = new HashMap<>();
  private int outsideWindow;
  private final Map<Phase, Integer> received = new EnumMap<>(Phase.class);

  /// Digests of every chunk body that ever arrived, by round, participant and chunk.
  private final Map<String, List<Digest>> arrivals = new TreeMap<>();

  /// The next answer to an enrolment is lost on its way.
  public volatile boolean losesNextEnrolment;

  /// Of the sessions that begin and the rounds that are opened from now on.
  public volatile ThreatModel threatModel = ThreatModel.SEMI_HONEST;

  /// Of the sessions that begin from now on.
  public volatile String onLoss = "tolerant";

  /// How work items name a round; the record says it, too.
  public volatile UnaryOperator<WorkItem> labels = item -> item;

  /// Owed to another session beside the round, to whoever it is asked for.
  public volatile Function<ParticipantId, Optional<WorkItem>> alsoOwed = caller -> Optional.empty();

  /// Sessions that somebody asked about.
  public final Set<String> askedAbout = ConcurrentHashMap.newKeySet();

  /// Whether a chunk is taken; otherwise "try later".
  public volatile BiPredicate<ParticipantId, Integer> takesChunk = (participant, chunk) -> true;

  /// How far participants may be apart in their uploads.
  public volatile int windowChunks = Integer.MAX_VALUE;

  public TestCoordinator() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  public URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  public IdentityKeyPair key() {
    return key;
  }

  /// Who has enrolled, as a keeper of a roster would find them.
  public synchronized List<CohortMember> members() {
    return enrolled.entrySet().stream()
        .map(entry -> new CohortMember(entry.getKey(), entry.getValue()))
        .toList();
  }

  public void catalogueOf(int count) {
    catalogue = TestCatalogues.of(count);
    items = count;
  }

  /// The first two items change places.
  public void replaceCatalogue(int count) {
    catalogue = TestCatalogues.swapped(count);
    items = count;
  }

  public synchronized void begin(String sessionId, Algorithm sessionAlgorithm) {
    session = sessionId;
    algorithm = sessionAlgorithm;
    status = SessionView.Status.RUNNING;
  }

  public RoundId open(int index, int attempt, Optional<Path> broadcastFile) {
    return open(index, attempt, broadcastFile, terms -> terms, signed -> signed);
  }

  /// Opens a round whose terms or signed record the test may spoil.
  public synchronized RoundId open(
      int index,
      int attempt,
      Optional<Path> broadcastFile,
      UnaryOperator<RoundRecord> terms,
      UnaryOperator<SignedRoundRecord> signed) {
    OnLoss policy = OnLoss.valueOf(onLoss.toUpperCase(Locale.ROOT));
    RoundRecord honest =
        new RoundRecord(
            RoundId.random(RANDOM),
            session,
            index,
            attempt,
            members(),
            Thresholds.of(threatModel, enrolled.size()),
            KeyAgreement.X25519,
            algorithm.rounds().get(index).vector(),
            isAboutItems() ? Digest.of(catalogue) : Digest.of(),
            SessionDigest.of(algorithm, policy),
            broadcastFile.map(TestReleases::digest).orElse(Digest.of()));
    RoundRecord spoiled = terms.apply(honest);
    record = signed.apply(SignedRoundRecord.sign(spoiled, key));
    state = CoordinatorProtocol.open(spoiled);
    broadcast = broadcastFile;
    staged.clear();
    received.clear();
    notifyAll();
    return spoiled.id();
  }

  /// The time for the phase is up.
  public synchronized void passDeadline() {
    CoordinatorEvent passed = new CoordinatorEvent.DeadlinePassed(state.phase().orElseThrow());
    state = ((Outcome.Accepted) CoordinatorProtocol.step(state, passed)).next();
    notifyAll();
  }

  /// The same terms for some of the participants only.
  public static UnaryOperator<RoundRecord> among(String... participants) {
    Set<String> named = Set.of(participants);
    return terms ->
        withCohort(
            terms,
            terms.cohort().stream().filter(member -> named.contains(member.id().value())).toList());
  }

  public static RoundRecord withCohort(RoundRecord terms, List<CohortMember> cohort) {
    return new RoundRecord(
        terms.id(),
        terms.sessionId(),
        terms.roundIndex(),
        terms.attempt(),
        cohort,
        Thresholds.of(terms.threatModel(), cohort.size()),
        terms.keyAgreement(),
        terms.vector(),
        terms.catalogue(),
        terms.parameters(),
        terms.broadcast());
  }

  /// How many messages of a phase the round has taken.
  public synchronized int received(Phase phase) {
    return received.getOrDefault(phase, 0);
  }

  public synchronized void finish(SessionView.Status end, Optional<Path> releaseDirectory) {
    status = end;
    release = releaseDirectory;
    state = null;
    notifyAll();
  }

  /// Everything uploaded so far is lost, as if it had never arrived.
  public synchronized void forgetChunks() {
    staged.clear();
  }

  /// How many chunks came before their time.
  public synchronized int outsideWindow() {
    return outsideWindow;
  }

  public synchronized int stagedChunks() {
    return staged.values().stream().mapToInt(Map::size).sum();
  }

  public synchronized Map<String, List<Digest>> arrivals() {
    return new TreeMap<>(arrivals);
  }

  public synchronized boolean isUnmasked() {
    return state instanceof CoordinatorState.Unmasked;
  }

  /// The opened sum.
  public synchronized Aggregate sum() {
    return OpenedSum.of((CoordinatorState.Unmasked) state, staged);
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    try {
      byte[] answer = route(exchange, body);
      exchange.sendResponseHeaders(
          answer.length == 0 ? 204 : 200, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    } catch (Refusal e) {
      byte[] problem =
          ("{\"code\":\"" + e.getMessage() + "\",\"detail\":\"test\"}")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
      exchange.sendResponseHeaders(e.status(), problem.length);
      exchange.getResponseBody().write(problem);
    } catch (GeneralSecurityException | InterruptedException e) {
      exchange.sendResponseHeaders(401, -1);
    } finally {
      exchange.close();
    }
  }

  private byte[] route(HttpExchange exchange, byte[] body)
      throws IOException, GeneralSecurityException, InterruptedException {
    String[] path = exchange.getRequestURI().getPath().substring(1).split("/");
    String at =
        exchange.getRequestMethod()
            + " "
            + String.join("/", Arrays.asList(path).subList(1, Math.min(2, path.length)));
    return switch (at) {
      case "GET coordinator" ->
          write(
              new CoordinatorInfo(
                  key.publicKey().base64Url(), List.of("semi-honest"), List.of(PriviRecK.ID)));
      case "POST participants" -> write(enrol(json.readValue(body, EnrolmentRequest.class)));
      case "GET catalogue" ->
          path.length == 5
              ? catalogue
              : write(
                  new CatalogueVersion(items, items, Digest.of(catalogue).hex(), Instant.EPOCH));
      case "GET releases" -> TestReleases.answer(release, path);
      case "GET work" ->
          write(work(caller(exchange, body).id(), exchange.getRequestURI().getQuery()));
      case "GET sessions" -> {
        askedAbout.add(path[2]);
        yield write(view());
      }
      case "GET rounds", "POST rounds", "PUT rounds" ->
          round(exchange, path, caller(exchange, body).id(), body);
      default -> throw new Refusal(404, "not-found");
    };
  }

  private byte[] write(Object value) {
    return json.writeValueAsBytes(value);
  }

  private ParticipantPrincipal caller(HttpExchange exchange, byte[] body)
      throws GeneralSecurityException {
    String token =
        exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    ParticipantPrincipal principal =
        tokens.verify(token, exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
    if (!exchange.getRequestMethod().equals("GET")) {
      principal.requireBody(Digest.of(body));
    }
    return principal;
  }

  private synchronized Enrolment enrol(EnrolmentRequest request) throws GeneralSecurityException {
    PublicIdentityKey identity = PublicIdentityKey.parse(request.identityKey());
    byte[] claim =
        (request.token() + '\0' + request.participantId()).getBytes(StandardCharsets.UTF_8);
    if (!identity.verify(
        SignatureDomain.ENROLMENT, claim, Base64.getUrlDecoder().decode(request.signature()))) {
      throw new Refusal(422, "bad-signature");
    }
    if (!request.token().equals(TOKEN)) {
      throw new Refusal(403, "enrolment-token-refused");
    }
    if (enrolled.putIfAbsent(new ParticipantId(request.participantId()), identity) != null) {
      throw new Refusal(409, "participant-exists");
    }
    if (losesNextEnrolment) {
      losesNextEnrolment = false;
      throw new Refusal(500, "internal-error");
    }
    return new Enrolment(
        new ParticipantView(request.participantId(), request.identityKey(), Instant.EPOCH),
        key.publicKey().base64Url());
  }

  private synchronized WorkList work(ParticipantId caller, String query)
      throws InterruptedException {
    long deadline = System.currentTimeMillis() + 1000 * Long.parseLong(query.replace("wait=", ""));
    while (items(caller).isEmpty()
        && System.currentTimeMillis() < deadline
        && status == SessionView.Status.RUNNING) {
      wait(Math.max(1, deadline - System.currentTimeMillis()));
    }
    return new WorkList(items(caller));
  }

  private List<WorkItem> items(ParticipantId caller) {
    if (state == null || !state.awaiting().contains(caller)) {
      return List.of();
    }
    RoundRecord terms = record.record();
    WorkItem ofTheRound =
        new WorkItem(
            terms.sessionId(),
            state.record().id().hex(),
            terms.roundIndex(),
            terms.attempt(),
            state.phase().orElseThrow().name(),
            Instant.now().plusSeconds(60));
    return Stream.concat(Stream.of(labels.apply(ofTheRound)), alsoOwed.apply(caller).stream())
        .toList();
  }

  private boolean isAboutItems() {
    return !(algorithm instanceof Rehearsal);
  }

  private SessionView view() {
    return TestSessions.view(
        session,
        algorithm,
        threatModel,
        onLoss,
        status,
        isAboutItems() ? items : 0,
        enrolled.keySet().stream().map(ParticipantId::value).toList());
  }

  private byte[] round(HttpExchange exchange, String[] path, ParticipantId caller, byte[] body)
      throws IOException, GeneralSecurityException {
    boolean put = exchange.getRequestMethod().equals("PUT");
    if (put
        && !"application/octet-stream"
            .equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      throw new Refusal(415, "unsupported-media-type");
    }
    boolean get = exchange.getRequestMethod().equals("GET");
    if (get && path[3].equals("broadcast")) {
      return Files.readAllBytes(broadcast.orElseThrow(() -> new Refusal(404, "not-found")));
    }
    synchronized (this) {
      if (state == null || !state.record().id().hex().equals(path[2])) {
        throw new Refusal(404, "unknown-round");
      }
      return switch (path[3]) {
        case "record" -> record.encode();
        case "window" -> write(awaitWindow(exchange.getRequestURI().getQuery()));
        case "chunks" ->
            put ? stage(caller, Integer.parseInt(path[4]), body) : write(chunks(caller));
        default ->
            get
                ? state
                    .messageFor(caller)
                    .orElseThrow(() -> new Refusal(409, "wrong-phase"))
                    .encode()
                : receive(caller, ParticipantMessage.decode(body));
      };
    }
  }

  private ChunkStatus chunks(ParticipantId caller) {
    Map<Integer, String> received = new HashMap<>();
    staged
        .getOrDefault(caller, new TreeMap<>())
        .forEach((chunk, bytes) -> received.put(chunk, Digest.of(bytes).hex()));
    return new ChunkStatus(record.record().vector().chunks(), received, window());
  }

  /// Up to so many chunks past the first one that somebody still has to send.
  private UploadWindow window() {
    int chunks = record.record().vector().chunks();
    int from = 0;
    while (from < chunks && isStagedByAll(from)) {
      from++;
    }
    return new UploadWindow(from, (int) Math.min((long) from + windowChunks, chunks));
  }

  private boolean isStagedByAll(int chunk) {
    return record.record().cohort().stream()
        .allMatch(member -> staged.getOrDefault(member.id(), new TreeMap<>()).containsKey(chunk));
  }

  private UploadWindow awaitWindow(String query) {
    int past = Integer.parseInt(query.replaceAll(".*past=([0-9]+).*", "$1"));
    long deadline =
        System.currentTimeMillis()
            + 1000 * Long.parseLong(query.replaceAll(".*wait=([0-9]+).*", "$1"));
    try {
      while (window().to() <= past && System.currentTimeMillis() < deadline) {
        wait(Math.max(1, deadline - System.currentTimeMillis()));
      }
    } catch (InterruptedException e) {
      throw new Refusal(503, "unavailable");
    }
    return window();
  }

  private byte[] stage(ParticipantId caller, int chunk, byte[] body) {
    arrivals
        .computeIfAbsent(
            record.record().id() + "/" + caller + "/" + chunk, key -> new ArrayList<>())
        .add(Digest.of(body));
    if (!takesChunk.test(caller, chunk)) {
      throw new Refusal(503, "unavailable");
    }
    if (chunk >= window().to()) {
      outsideWindow++;
      throw new Refusal(429, "outside-window");
    }
    if (body.length != record.record().vector().bytesInChunk(chunk)) {
      throw new Refusal(422, "wrong-length");
    }
    byte[] earlier = staged.computeIfAbsent(caller, id -> new TreeMap<>()).putIfAbsent(chunk, body);
    if (earlier != null && !Arrays.equals(earlier, body)) {
      throw new Refusal(409, "chunk-conflict");
    }
    notifyAll();
    return new byte[0];
  }

  private byte[] receive(ParticipantId caller, ParticipantMessage message) {
    if (message instanceof MaskedInputCommitment commitment) {
      Digest root =
          MerkleTree.root(
              staged.getOrDefault(caller, new TreeMap<>()).values().stream()
                  .map(Digest::of)
                  .toList());
      if (!root.equals(commitment.merkleRoot())) {
        throw new Refusal(409, "chunks-missing");
      }
    }
    switch (CoordinatorProtocol.step(state, new CoordinatorEvent.Received(caller, message))) {
      case Outcome.Accepted accepted -> {
        state = accepted.next();
        received.merge(message.phase(), 1, Integer::sum);
      }
      case Outcome.Repeated() -> {}
      case Outcome.Rejected rejected -> throw new Refusal(409, rejected.reason().code());
    }
    notifyAll();
    return new byte[0];
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
