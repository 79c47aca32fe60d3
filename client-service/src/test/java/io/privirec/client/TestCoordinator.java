package io.privirec.client;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.OnMissing;
import io.privirec.federation.PlanStep;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.SessionView;
import io.privirec.wire.UploadWindow;
import io.privirec.wire.WorkList;
import io.privirec.wire.WorkList.WorkItem;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A coordinator in memory, over real HTTP, on the real protocol, moved on by the test. It says
/// whatever the test wants it to.
public final class TestCoordinator implements AutoCloseable {
  public static final String TOKEN = "one-time";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final UnaryOperator<SessionView> TRUTH = UnaryOperator.identity();

  private final TestCoordinatorApi api;
  private final IdentityKeyPair key = IdentityKeyPair.generate(RANDOM);
  private final TestRosters rosters = new TestRosters();
  private final SortedMap<ParticipantId, PublicIdentityKey> enrolled = new TreeMap<>();
  private byte[] catalogue = new byte[0];
  int items;
  private Optional<Path> release = Optional.empty();

  /// Whether it is of a version that states whether claims hold.
  volatile boolean statesClaims = true;

  /// When it opened a sum without noise; null: never.
  volatile @Nullable Instant sumsWithoutNoiseAt;

  private final Map<String, TestSession> sessions = new HashMap<>();
  private final Map<String, SessionView.Status> ends = new HashMap<>();
  private @Nullable TestSession session;
  private @Nullable TestRound round;
  private final List<TestRound> open = new ArrayList<>();

  /// Digests of every chunk body that ever arrived, by round, participant and chunk.
  private final Map<String, List<Digest>> arrivals = new TreeMap<>();

  /// The next answer to an enrolment is lost on its way.
  public volatile boolean losesNextEnrolment;

  /// Of the tolerant sessions that begin and the rounds of theirs that are opened from now on.
  public volatile ThreatModel threatModel = ThreatModel.SEMI_HONEST;

  /// That closed sessions rest on from now on; everybody in one cell where none is set.
  public volatile @Nullable Roster roster;

  /// Of the closed sessions that begin from now on; null: all that are current.
  public volatile @Nullable List<Integer> cells;

  /// Of the closed sessions that begin from now on.
  public volatile OnMissing onMissing = OnMissing.WAIT;

  /// Of the closed sessions that begin from now on; 0: all of the cohort.
  public volatile int minParticipants;

  /// Which snapshots the sessions that begin from now on are over.
  public volatile Supplier<Instant> dataAsOf = TestSession.times();

  /// The time of the coordinator.
  volatile InstantSource clock = InstantSource.system();

  /// What a session's view says instead of the truth.
  public volatile UnaryOperator<SessionView> views = TRUTH;

  /// How work items name a round; the record says it, too.
  public volatile UnaryOperator<WorkItem> labels = item -> item;

  /// What participants are told instead of the truth.
  public volatile UnaryOperator<CoordinatorMessage> messages = message -> message;

  /// What participants are taken to have said instead of the truth.
  public volatile UnaryOperator<ParticipantMessage> hears = message -> message;

  /// Whether a message of a participant is taken; otherwise "try later".
  public volatile Predicate<ParticipantMessage> takes = message -> true;

  /// Whether participants are told nothing, as if the phase had not begun.
  public volatile boolean silent;

  /// Owed to another session beside the rounds, to whoever it is asked for.
  public volatile Function<ParticipantId, Optional<WorkItem>> alsoOwed = caller -> Optional.empty();

  /// Who is asked for anything.
  private Predicate<ParticipantId> asked = participant -> true;

  /// Who is told how a session stands; the others, that there is none.
  public volatile Predicate<ParticipantId> tells = participant -> true;

  /// Sessions that somebody asked about.
  public final Set<String> askedAbout = ConcurrentHashMap.newKeySet();

  /// The sessions that each participant said it takes no part in.
  public final Map<ParticipantId, Set<String>> rejections = new ConcurrentHashMap<>();

  /// Whether a chunk is taken; otherwise "try later".
  public volatile BiPredicate<ParticipantId, Integer> takesChunk = (participant, chunk) -> true;

  /// The newest head of its ledger that each participant has told, and may be asked for.
  public final Map<ParticipantId, LedgerHeadStatement> heads = new ConcurrentHashMap<>();

  /// How many questions for a head are answered as by a proxy that has no coordinator.
  public final AtomicInteger headsLost = new AtomicInteger();

  /// How far participants may be apart in their uploads.
  public volatile int windowChunks = Integer.MAX_VALUE;

  /// Every request that was answered, in order.
  public final List<Seen> seen = new CopyOnWriteArrayList<>();

  /// A request as seen on the way.
  ///
  /// @param caller participant that signed it; empty: nobody has
  /// @param headers names of those that it had
  /// @param values of the headers that the client chooses, without credentials and digests
  /// @param bytes of its body
  /// @param json its body if that is JSON; otherwise empty
  /// @param answerBytes of the answer's body
  /// @param at time of its arrival
  public record Seen(
      String caller,
      String method,
      String path,
      String headers,
      String values,
      int bytes,
      String json,
      int status,
      int answerBytes,
      Instant at) {}

  public TestCoordinator() {
    api = new TestCoordinatorApi(this);
  }

  /// Says and hears the truth again, and asks everybody for everything.
  public void beHonest() {
    views = TRUTH;
    labels = item -> item;
    messages = message -> message;
    hears = message -> message;
    takes = message -> true;
    silent = false;
    alsoOwed = caller -> Optional.empty();
    asks(participant -> true);
    tells = participant -> true;
    takesChunk = (participant, chunk) -> true;
    windowChunks = Integer.MAX_VALUE;
  }

  public URI url() {
    return api.url();
  }

  /// Takes no connection until the result is closed.
  public AutoCloseable away() {
    return api.away();
  }

  public IdentityKeyPair key() {
    return key;
  }

  /// The keeper of this federation's rosters.
  public TestRosters rosters() {
    return rosters;
  }

  /// Who has enrolled, as a keeper of a roster would find them.
  public synchronized List<CohortMember> members() {
    return enrolled.entrySet().stream()
        .map(entry -> new CohortMember(entry.getKey(), entry.getValue()))
        .toList();
  }

  synchronized Optional<PublicIdentityKey> keyOf(ParticipantId participant) {
    return Optional.ofNullable(enrolled.get(participant));
  }

  /// Takes a participant in.
  ///
  /// @return whether it was not known yet
  synchronized boolean enrol(ParticipantId participant, PublicIdentityKey identity) {
    return enrolled.putIfAbsent(participant, identity) == null;
  }

  byte[] catalogue() {
    return catalogue;
  }

  Optional<Path> release() {
    return release;
  }

  /// What the coordinator states of the claim of a release.
  ReleaseClaimView claim(String releaseId) {
    if (!statesClaims) {
      throw new Refusal(404, "not-found");
    }
    Instant since = sumsWithoutNoiseAt;
    boolean holds = since == null;
    return new ReleaseClaimView(
        releaseId,
        Protection.PRIVATE,
        holds,
        holds ? null : "sums-without-noise",
        since,
        holds ? 1. : null,
        holds ? 2. : null,
        holds ? 3. : null,
        holds ? 1e-6 : null,
        holds ? 2.5 : null,
        holds ? 1.5 : null,
        holds ? Duration.ofDays(365) : null,
        List.of());
  }

  public Roster rosterInForce() {
    return Optional.ofNullable(roster).orElseGet(() -> Roster.ofOneCell(1, members()));
  }

  public void catalogueOf(int count) {
    catalogueOf(count, List.of());
  }

  /// Publishes items `i0`, `i1` … and more items after them.
  public void catalogueOf(int count, List<String> more) {
    catalogue = TestCatalogues.of(count, more);
    items = count + more.size();
  }

  /// The first two items change places.
  public void replaceCatalogue(int count) {
    catalogue = TestCatalogues.swapped(count);
    items = count;
  }

  /// Begins a session of settled parameters over the catalogue.
  public synchronized Algorithm begin(String sessionId, AlgorithmParameters parameters) {
    Algorithm algorithm = algorithm(parameters, items);
    boolean closed = algorithm.closed();
    Optional<Roster> rests = closed ? Optional.of(rosterInForce()) : Optional.empty();
    List<Integer> asked = cells;
    List<Integer> over =
        rests
            .map(known -> known.currentCells().stream().map(Cell::number).toList())
            .map(all -> asked == null ? all : asked)
            .orElse(List.of());
    int least = rests.map(known -> known.cohort(over).size()).orElse(enrolled.size());
    session =
        new TestSession(
            sessionId,
            parameters,
            algorithm,
            threatModel,
            rests,
            over,
            closed ? onMissing : OnMissing.WAIT,
            closed && minParticipants > 0 ? minParticipants : least,
            dataAsOf.get());
    sessions.put(sessionId, session);
    return algorithm;
  }

  /// The algorithm of settled parameters.
  public static Algorithm algorithm(AlgorithmParameters settled, int items) {
    try {
      return AlgorithmRegistry.build(settled, items);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }

  /// The rounds that go on, by session.
  public synchronized Map<String, RoundId> openRounds() {
    return open.stream()
        .collect(Collectors.toMap(one -> one.record().sessionId(), one -> one.record().id()));
  }

  /// Whether one has begun.
  public synchronized boolean hasSession() {
    return session != null;
  }

  /// Whether a session is open that a holder may be asked about: a session without noise, or any
  /// session that the coordinator describes.
  synchronized boolean mayAskHolders() {
    return sessions.values().stream()
        .filter(one -> !ends.containsKey(one.id()))
        .anyMatch(
            one -> !views.equals(TRUTH) || AlgorithmRegistry.isWithoutNoise(one.parameters()));
  }

  private TestSession session() {
    return Objects.requireNonNull(session, "no session has begun");
  }

  /// Opens an attempt of the first round of the session that began last, in place of all others.
  public RoundId open(int attempt) {
    return open(0, attempt, Optional.empty());
  }

  public RoundId open(int index, int attempt, Optional<Path> broadcastFile) {
    return open(index, attempt, broadcastFile, terms -> terms, signed -> signed);
  }

  /// Opens an attempt of the first round while others go on.
  public RoundId openBeside(int attempt) {
    return openBeside(0, attempt, Optional.empty(), terms -> terms, signed -> signed);
  }

  /// Opens a round of the session that began last, whose terms or signed record the test may spoil,
  /// in place of all others.
  public synchronized RoundId open(
      int index,
      int attempt,
      Optional<Path> broadcastFile,
      UnaryOperator<RoundRecord> terms,
      UnaryOperator<SignedRoundRecord> signed) {
    open.clear();
    return openBeside(index, attempt, broadcastFile, terms, signed);
  }

  /// Opens a round while others go on.
  public synchronized RoundId openBeside(
      int index,
      int attempt,
      Optional<Path> broadcastFile,
      UnaryOperator<RoundRecord> terms,
      UnaryOperator<SignedRoundRecord> signed) {
    return openBeside(session(), index, attempt, broadcastFile, terms, signed);
  }

  /// Opens the first attempt of a round of any session while others go on.
  public synchronized RoundId openBeside(
      String sessionId, int index, Optional<Path> broadcastFile) {
    return openBeside(
        Objects.requireNonNull(sessions.get(sessionId), sessionId),
        index,
        1,
        broadcastFile,
        terms -> terms,
        signed -> signed);
  }

  private RoundId openBeside(
      TestSession of,
      int index,
      int attempt,
      Optional<Path> broadcastFile,
      UnaryOperator<RoundRecord> terms,
      UnaryOperator<SignedRoundRecord> signed) {
    RoundRecord spoiled =
        terms.apply(of.record(index, attempt, catalogue, broadcastFile, members()));
    round = new TestRound(signed.apply(SignedRoundRecord.sign(spoiled, key)), broadcastFile);
    open.add(round);
    notifyAll();
    return spoiled.id();
  }

  /// Asks these participants alone from now on. Waiting participants hear of it at once.
  public synchronized void asks(Predicate<ParticipantId> participants) {
    asked = participants;
    notifyAll();
  }

  /// The time for the phase is up.
  public synchronized void passDeadline() {
    current().passDeadline();
    notifyAll();
  }

  /// The round that was opened last.
  private TestRound current() {
    return Objects.requireNonNull(round, "no round was opened");
  }

  private Optional<TestRound> find(RoundId id) {
    return open.stream().filter(one -> one.record().id().equals(id)).findFirst();
  }

  /// How many messages of a phase the round has taken.
  public synchronized int received(Phase phase) {
    return current().received(phase);
  }

  /// The session that began last ends, and with it all rounds.
  public synchronized void finish(SessionView.Status end, Optional<Path> releaseDirectory) {
    sessions.keySet().forEach(id -> ends.putIfAbsent(id, SessionView.Status.FAILED));
    if (session != null) {
      ends.put(session.id(), end);
    }
    release = releaseDirectory;
    open.clear();
    notifyAll();
  }

  /// Everything uploaded so far is lost, as if it had never arrived.
  public synchronized void forgetChunks() {
    current().forgetChunks();
  }

  /// How many chunks came before their time.
  public synchronized int outsideWindow() {
    return current().outsideWindow();
  }

  public synchronized int stagedChunks() {
    return current().stagedChunks();
  }

  public synchronized Map<String, List<Digest>> arrivals() {
    return new TreeMap<>(arrivals);
  }

  public synchronized boolean isSummed() {
    return current().isSummed();
  }

  public synchronized boolean isSummed(RoundId id) {
    return find(id).orElseThrow().isSummed();
  }

  /// Who was found to lie in the round that was opened last.
  public synchronized Map<ParticipantId, FaultReason> faults() {
    return current().state().faults();
  }

  public synchronized Aggregate sum() {
    return current().sum();
  }

  public synchronized Aggregate sum(RoundId id) {
    return find(id).orElseThrow().sum();
  }

  /// Takes the sum of a round in.
  ///
  /// @return the broadcast of the next one
  public Path broadcastAfter(int index, Algorithm algorithm, Path work) throws IOException {
    PlanStep next = algorithm.complete(index, sum(), work);
    return work.resolve(((PlanStep.NextRound) next).round().broadcastFile());
  }

  synchronized WorkList work(ParticipantId caller, String query) throws InterruptedException {
    long deadline = System.currentTimeMillis() + 1000 * Long.parseLong(query.replace("wait=", ""));
    while (items(caller).isEmpty()
        && System.currentTimeMillis() < deadline
        && (session == null || !ends.containsKey(session.id()))) {
      wait(Math.max(1, deadline - System.currentTimeMillis()));
    }
    return new WorkList(items(caller));
  }

  private List<WorkItem> items(ParticipantId caller) {
    if (!asked.test(caller)) {
      return List.of();
    }
    List<WorkItem> ofRounds =
        open.stream().flatMap(one -> one.workOf(caller).stream()).map(labels).toList();
    return ofRounds.isEmpty()
        ? List.of()
        : Stream.concat(ofRounds.stream(), alsoOwed.apply(caller).stream()).toList();
  }

  synchronized SessionView view(String id) {
    TestSession one = sessions.getOrDefault(id, session());
    SessionView.Status status = ends.getOrDefault(one.id(), SessionView.Status.RUNNING);
    return views.apply(one.view(status, items, members()));
  }

  synchronized byte[] round(
      ParticipantId caller, String call, String[] path, String query, byte[] body)
      throws IOException, GeneralSecurityException {
    TestRound one =
        find(RoundId.parse(path[2])).orElseThrow(() -> new Refusal(404, "unknown-round"));
    return switch (call + " " + path[3]) {
      case "GET broadcast" -> Files.readAllBytes(one.broadcast());
      case "GET record" -> one.signed().encode();
      case "GET window" -> TestCoordinatorApi.write(awaitWindow(one, query));
      case "GET chunks" -> TestCoordinatorApi.write(one.chunks(caller, windowChunks));
      case "PUT chunks" -> stage(one, caller, Integer.parseInt(path[4]), body);
      case "GET message" ->
          messages
              .apply(
                  one.state()
                      .messageFor(caller)
                      .filter(message -> !silent)
                      .orElseThrow(() -> new Refusal(409, "wrong-phase")))
              .encode();
      case "POST messages" -> {
        ParticipantMessage message = ParticipantMessage.decode(body);
        if (!takes.test(message)) {
          throw new Refusal(503, "unavailable");
        }
        one.receive(caller, hears.apply(message));
        notifyAll();
        yield new byte[0];
      }
      default -> throw new Refusal(404, "not-found");
    };
  }

  private UploadWindow awaitWindow(TestRound one, String query) {
    int past = Integer.parseInt(query.replaceAll(".*past=([0-9]+).*", "$1"));
    long deadline =
        System.currentTimeMillis()
            + 1000 * Long.parseLong(query.replaceAll(".*wait=([0-9]+).*", "$1"));
    try {
      while (one.window(windowChunks).to() <= past && System.currentTimeMillis() < deadline) {
        wait(Math.max(1, deadline - System.currentTimeMillis()));
      }
    } catch (InterruptedException e) {
      throw new Refusal(503, "unavailable");
    }
    return one.window(windowChunks);
  }

  private byte[] stage(TestRound one, ParticipantId caller, int chunk, byte[] body) {
    arrivals
        .computeIfAbsent(one.record().id() + "/" + caller + "/" + chunk, place -> new ArrayList<>())
        .add(Digest.of(body));
    if (!takesChunk.test(caller, chunk)) {
      throw new Refusal(503, "unavailable");
    }
    one.stage(caller, chunk, body, windowChunks);
    notifyAll();
    return new byte[0];
  }

  @Override
  public void close() {
    api.close();
  }
}
