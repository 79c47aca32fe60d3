package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.campaign.PlainSums;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.session.UserSplit;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client-service is killed before a session or while its participants upload. In each case, every
 * published sum is the exact sum of whole cells.
 */
class LostClientIT {
  private static final int PARTICIPANTS = 10;

  /// Two products of it tell few item pairs of 160 users, those of four participants.
  private static final int K = 36;

  private static final long SEED = 1;

  @TempDir private Path home;

  /** A session with noise over items that have enough users for a model. */
  private LabRun startTolerant(int clientProcesses) throws IOException {
    return LabRun.start(
        home,
        List.of(
            "--data=" + GroupedData.write(home.resolve("shop.csv"), 2000, 60),
            "--participants=" + PARTICIPANTS,
            "--client-processes=" + clientProcesses,
            "--rounds=tolerant",
            "--epsilon=8",
            "--phase-deadline=PT20S"));
  }

  private LabRun start(int clientProcesses, String... options) throws IOException {
    Path data = GroupedData.write(home.resolve("shop.csv"), 400, 2000);
    List<String> all =
        new ArrayList<>(
            List.of(
                "--data=" + data,
                "--participants=" + PARTICIPANTS,
                "--client-processes=" + clientProcesses,
                "--no-noise",
                "--k=" + K,
                // Items have about one user in four participants.
                "--parameter=minSupport=1",
                "--seed=" + SEED));
    all.addAll(List.of(options));
    return LabRun.start(home, all);
  }

  /** Participants are dealt out to client-services in turn. */
  private static List<Integer> hostedBy(int client, int clientProcesses) {
    return IntStream.range(0, PARTICIPANTS)
        .filter(p -> p % clientProcesses == client - 1)
        .boxed()
        .toList();
  }

  private static String id(int participant) {
    return "participant-%02d".formatted(participant + 1);
  }

  private static void killDuringMaskedInput(LabRun run, String client)
      throws IOException, InterruptedException {
    run.awaitSession(session ->
        session.rounds().stream()
            .anyMatch(round -> round.index() == 1 && round.phase().equals("MASKED_INPUT")));
    run.kill(client);
  }

  private Path publishedFactors(LabRun run, SessionView session)
      throws IOException, InterruptedException {
    Path file = home.resolve("factors.safetensors");
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  run.uri(0)
                      .resolve(
                          "/v1/releases/%s/files/%s"
                              .formatted(session.releaseId(), ReleaseManifest.FACTORS)))
              .build();
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofFile(file)).statusCode())
          .isEqualTo(200);
    }
    return file;
  }

  /** Compares the published tensors with plain sums over exactly these participants. */
  private void assertSumIsExactlyOf(List<Integer> participants, LabRun run, SessionView session)
      throws Exception {
    List<String> ids = participants.stream().map(LostClientIT::id).toList();
    assertThat(session.rounds())
        .filteredOn(round -> round.phase().equals("DONE"))
        .hasSize(3)
        .allSatisfy(round -> assertThat(round.survivors()).isEqualTo(ids));
    Dataset dataset = DatasetReader.read(home.resolve("shop.csv"));
    PlainSums plain = new PlainSums(AlgorithmRegistry.build(session.parameters(), dataset.items()));
    byte[] published = Files.readAllBytes(publishedFactors(run, session));
    assertThat(published).isEqualTo(plain.factors(held(dataset, participants), home));
    List<Integer> oneLess = participants.subList(1, participants.size());
    assertThat(published).isNotEqualTo(plain.factors(held(dataset, oneLess), home));
  }

  private static SortedMap<ParticipantId, RatingMatrix> held(
      Dataset dataset, List<Integer> participants) {
    int[] users = IntStream.range(0, dataset.users()).toArray();
    List<int[]> hands = UserSplit.deal(users, PARTICIPANTS, SEED);
    SortedMap<ParticipantId, RatingMatrix> held = new TreeMap<>();
    for (int p : participants) {
      int[] ordered = UserSplit.byId(dataset, hands.get(p));
      held.put(new ParticipantId(id(p)), dataset.trainRatings().rows(ordered));
    }
    return held;
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void session_oneClientKilledBeforeTheFirstSum_goesOnWithoutItsCell() throws Exception {
    try (LabRun run =
        start(2, "--cells=2", "--on-missing=leave-out-cells", "--phase-deadline=PT20S")) {
      run.awaitOutput(Pattern.compile("^roster +cell 1 of 5, cell 2 of 5$", Pattern.MULTILINE));
      run.kill("client-2");
      run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
      SessionView session = run.awaitSession(s -> s.status() == SessionView.Status.PUBLISHED);
      assertThat(session.cells()).containsExactly(1);
      assertThat(session.cellsLeftOut()).containsExactly(2);
      assertThat(run.output())
          .contains("client-2 was ended by signal 9")
          .contains("sum of 5 contributions, cell 1")
          .contains("5 participants in cell 1")
          .contains("left out       cell 2");
      assertSumIsExactlyOf(hostedBy(1, 2), run, session);
      run.stop();
      run.assertNothingIsLeft();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void session_oneClientKilledAfterTheFirstSum_failsByName() throws Exception {
    try (LabRun run =
        start(2, "--cells=2", "--on-missing=leave-out-cells", "--phase-deadline=PT15S", "--once")) {
      killDuringMaskedInput(run, "client-2");
      assertThat(run.awaitExit()).as(run.output()).isEqualTo(1);
      assertThat(run.output()).contains("the session failed: participant-missing");
      for (int lost : hostedBy(2, 2)) {
        assertThat(run.output()).contains(id(lost) + " (round 2, ");
      }
      assertThat(run.output()).doesNotContain("published release");
      run.assertNothingIsLeft();
    }
  }

  /** Two of ten participants are lost. Clients accept the later rounds over the others. */
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void sessionWithNoise_tolerant_oneClientKilled_goesOnOverTheSurvivors() throws Exception {
    List<String> survivors =
        IntStream.range(0, PARTICIPANTS)
            .filter(p -> !hostedBy(2, 5).contains(p))
            .mapToObj(LostClientIT::id)
            .toList();
    try (LabRun run = startTolerant(5)) {
      run.awaitOutput(Pattern.compile("^roster ", Pattern.MULTILINE));
      run.kill("client-2");
      SessionView session = run.awaitSession(s -> s.status() == SessionView.Status.PUBLISHED);
      assertThat(session.failure()).isNull();
      assertThat(session.rounds())
          .hasSizeGreaterThan(1)
          .allSatisfy(round -> assertThat(round.attempt()).isEqualTo(1))
          .allSatisfy(round -> assertThat(round.survivors()).isEqualTo(survivors));
      run.stop();
      run.assertNothingIsLeft();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void session_killedClientIsStartedAgain_rejoinsAndCompletes() throws Exception {
    try (LabRun run = start(2, "--phase-deadline=PT60S", "--restart-clients")) {
      killDuringMaskedInput(run, "client-2");
      run.awaitOutput(Pattern.compile("client-2 was ended by signal 9; started again"));
      run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
      SessionView session = run.awaitSession(s -> s.status() == SessionView.Status.PUBLISHED);
      assertThat(session.cells()).containsExactly(1);
      assertThat(Objects.requireNonNull(session.missing())).isEmpty();
      assertSumIsExactlyOf(IntStream.range(0, PARTICIPANTS).boxed().toList(), run, session);
      run.stop();
      run.assertNothingIsLeft();
    }
  }
}
