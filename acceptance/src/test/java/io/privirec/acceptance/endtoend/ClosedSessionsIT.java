package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions over cells, with real services. An operator asks for sums that could tell a participant
 * apart. Every published sum is over whole cells. So releases, added and subtracted, tell no
 * participant apart from the others in its cell.
 *
 * <p>Participants 0, 2, 4 and 6 are cell 1, participants 1, 3 and 5 cell 2. The last of four
 * client-services hosts participant 3 alone. Data is frozen once for all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClosedSessionsIT {
  private static final int PARTICIPANTS = 7;
  private static final int CLIENTS = 4;
  private static final int ITEMS = 12;
  private static final String LONELY = "client-4";
  private static final Cells CELLS = new Cells(2);
  private static final List<Integer> BOTH = List.of(1, 2);
  private static final Duration SHORT = Duration.ofSeconds(6);
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir static Path directory;
  private TestServices real;
  private Deployment services;
  private CoordinatorApi coordinator;
  private List<String> ids;
  private Roster roster;
  private StandingApproval approvals;
  private int rows;

  @BeforeAll
  void start() throws Exception {
    real =
        new TestServices(
            CLIENTS,
            Map.of("privirec.snapshot-interval", "PT20H"),
            Map.of("privirec.client.min-interval", "PT20H"));
    services = real.deployment();
    coordinator = real.coordinator();
    coordinator.addItems(IntStream.range(0, ITEMS).mapToObj(item -> "item-" + item).toList());
    Cohort cohort = new Cohort(services, PARTICIPANTS, CELLS);
    roster = cohort.enrol();
    approvals = StandingApproval.of(services, cohort);
    ids = cohort.ids();
    for (int p = 0; p < PARTICIPANTS; p++) {
      services.clientOf(p).importInteractions(ids.get(p), csv(p));
    }
    assertPublished(await(over(BOTH, "wait", LONG, 3)), BOTH);
  }

  @AfterAll
  void stop() throws Exception {
    approvals.close();
    real.close();
  }

  /** Users u0, u1, …: user j of participant p has the items p and p + j + 1. */
  private static byte[] csv(int participant) {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = 0; user < users(participant); user++) {
      csv.append("u%d,item-%d\n".formatted(user, participant));
      csv.append("u%d,item-%d\n".formatted(user, (participant + user + 1) % ITEMS));
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Every participant has another number of users, so that no two groups have the same sum. */
  private static int users(int participant) {
    return 1 + participant;
  }

  /** What the data sums to that was there at the start. */
  private static long[] plainDegrees(Collection<Integer> cells) {
    long[] degrees = new long[ITEMS];
    for (int p = 0; p < PARTICIPANTS; p++) {
      if (cells.contains(CELLS.of(p))) {
        for (int user = 0; user < users(p); user++) {
          degrees[p]++;
          degrees[(p + user + 1) % ITEMS]++;
        }
      }
    }
    return degrees;
  }

  private static SessionRequest request(
      List<String> cohort, List<Integer> cells, String onMissing, Duration deadline, int attempts) {
    return new SessionRequest(
        ItemDegreesParameters.ALGORITHM,
        ItemDegreesParameters.DEFAULT.withMinSupport(1),
        SessionRequest.NO_NOISE,
        cohort,
        cells,
        new SessionPolicy(deadline, attempts, onMissing, null, null, null, null, null));
  }

  private String over(List<Integer> cells, String onMissing, Duration deadline, int attempts)
      throws Exception {
    return coordinator.start(request(null, cells, onMissing, deadline, attempts)).id();
  }

  private SessionView await(String session) throws Exception {
    return real.await(session, view -> view.status().isOver());
  }

  /** A release of exactly these cells, in numbers and in words. */
  private void assertPublished(SessionView session, List<Integer> cells) throws Exception {
    assertThat(session.status()).as("%s", session).isEqualTo(SessionView.Status.PUBLISHED);
    assertThat(session.cells()).isEqualTo(cells);
    String release = String.valueOf(session.releaseId());
    ReleaseManifest manifest = coordinator.release(release).manifest();
    assertThat(manifest.cells()).isEqualTo(cells);
    assertThat(manifest.participants()).isEqualTo(roster.cohort(cells).size());
    Path file = directory.resolve(release);
    coordinator.downloadReleaseFile(release, ReleaseManifest.DEGREES, file);
    long[] published = ItemDegreesFile.read(file);
    // Items that came later are in nobody's frozen data.
    assertThat(published).isEqualTo(Arrays.copyOf(plainDegrees(cells), published.length));
  }

  private static void assertRefused(String code, ThrowingCallable attempt) {
    ProblemException refused = catchThrowableOfType(ProblemException.class, attempt);
    assertThat(refused).as(code).isNotNull();
    assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
  }

  /** A session over these participants, who are no whole cells. */
  private void assertNotWhole(int... cohort) {
    List<String> asked = IntStream.of(cohort).mapToObj(ids::get).toList();
    assertRefused(
        "not-whole-cells", () -> coordinator.start(request(asked, null, "wait", SHORT, 1)));
  }

  private void stopLonely() throws Exception {
    ProcessHandle process = ProcessHandle.of(real.process(LONELY).pid()).orElseThrow();
    process.destroy();
    process.onExit().get();
  }

  private void startLonely() throws Exception {
    real.supervisor().awaitReady(real.supervisor().start(real.process(LONELY).spec()));
  }

  /** One more row for everybody but these: their data changes, what is summed does not. */
  private void importRows(int item, Integer... without) throws Exception {
    rows++;
    for (int p = 0; p < PARTICIPANTS; p++) {
      if (!List.of(without).contains(p)) {
        byte[] row = "new-user-%d,item-%d\n".formatted(rows, item).getBytes(StandardCharsets.UTF_8);
        services.clientOf(p).importInteractions(ids.get(p), row);
      }
    }
  }

  @Test
  void session_overOneCell_sumsThatCell() throws Exception {
    assertPublished(await(over(List.of(1), "wait", LONG, 3)), List.of(1));
    assertPublished(await(over(List.of(2), "wait", LONG, 3)), List.of(2));
  }

  @Test
  void session_aClientAway_failsLeavesOutTheCellOrWaitsForItsReturn() throws Exception {
    stopLonely();

    SessionView failed = await(over(BOTH, "wait", SHORT, 2));
    assertThat(failed.status()).isEqualTo(SessionView.Status.FAILED);
    assertThat(failed.failure().code()).isEqualTo("participant-missing");
    assertThat(failed.failure().detail()).contains(ids.get(3)).doesNotContain(ids.get(1));
    assertThat(failed.missing())
        .extracting(SessionView.Missing::participant)
        .containsExactly(ids.get(3));

    SessionView smaller = await(over(BOTH, "leave-out-cells", SHORT, 4));
    assertPublished(smaller, List.of(1));
    assertThat(smaller.cellsLeftOut()).containsExactly(2);

    String waiting = over(BOTH, "wait", Duration.ofSeconds(12), 10);
    real.await(waiting, view -> view.rounds().stream().anyMatch(round -> round.attempt() == 3));
    startLonely();
    SessionView returned = await(waiting);
    assertPublished(returned, BOTH);
    assertThat(returned.rounds()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(returned.rounds().getLast().survivors()).hasSize(PARTICIPANTS);
  }

  @Test
  void oneImportedRow_betweenTwoSessions_tellsNobodyApart() throws Exception {
    assertPublished(await(over(BOTH, "wait", LONG, 3)), BOTH);
    importRows(7, 0);
    assertNotWhole(1, 2, 3, 4, 5, 6);
    // The cell of the others, and everybody: both are sums of whole cells, and of the same data.
    assertPublished(await(over(List.of(2), "wait", LONG, 3)), List.of(2));
    assertPublished(await(over(BOTH, "wait", LONG, 3)), BOTH);
  }

  @Test
  void oldCatalogue_betweenTwoSessions_tellsNobodyApart() throws Exception {
    int items = coordinator.addItems(List.of("item-of-later")).items();
    assertThat(items).isEqualTo(ITEMS + 1);
    rows++;
    for (int p = 1; p < PARTICIPANTS; p++) {
      byte[] row = "later-user-%d,item-of-later\n".formatted(rows).getBytes(StandardCharsets.UTF_8);
      services.clientOf(p).importInteractions(ids.get(p), row);
    }
    assertNotWhole(1, 2, 3, 4, 5, 6);
    assertPublished(await(over(BOTH, "wait", LONG, 3)), BOTH);
  }

  @Test
  void threeSessions_overChangingCohorts_areRefusedByName() {
    assertNotWhole(0, 1, 2);
    assertNotWhole(0, 3, 4);
    assertNotWhole(1, 2, 3, 4);
    assertNotWhole(0, 2, 4, 6, 1);
    assertRefused("invalid-value", () -> coordinator.start(request(ids, BOTH, "wait", SHORT, 1)));
  }

  @Test
  void rosterThatRegroups_isRejectedByHoldersAndCoordinator() throws Exception {
    Cell one = new Cell(3, 3, false, members(0, 1, 2));
    Cell two = new Cell(4, 3, false, members(3, 4, 5, 6));
    List<Cell> former = roster.cells().stream().map(Cell::retired).toList();
    List<Cell> all = new ArrayList<>(former);
    all.addAll(List.of(one, two));
    String small = services.signed(roster(2, all));
    String forgetful = services.signed(roster(2, List.of(one, two)));

    assertRefused("atom-too-small", () -> services.clientOf(0).putRoster(small));
    assertRefused("atom-too-small", () -> coordinator.putRoster(small));
    assertRefused("cell-missing", () -> services.clientOf(0).putRoster(forgetful));
    assertRefused("cell-missing", () -> coordinator.putRoster(forgetful));

    services.agreeOn(roster(3, roster.cells()));
    assertRefused("outdated-roster", () -> services.clientOf(0).putRoster(small));
    assertPublished(await(over(BOTH, "wait", LONG, 3)), BOTH);
  }

  private Roster roster(int version, List<Cell> cells) {
    return new Roster(version, cells, roster.members(), List.of(), List.of());
  }

  private NavigableSet<ParticipantId> members(int... participants) {
    NavigableSet<ParticipantId> members = new TreeSet<>();
    IntStream.of(participants).mapToObj(ids::get).map(ParticipantId::new).forEach(members::add);
    return members;
  }
}
