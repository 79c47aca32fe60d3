package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestCoordinator.Seen;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.federation.registry.FormsWithoutNoise;
import io.privirec.federation.registry.ToldColumns;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions of each algorithm without noise, in each of its forms. The holder rejects them, is
/// asked, or has approved. All sessions of a case are open at once.
class SumsWithoutNoiseTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4");
  private static final Map<String, AlgorithmParameters> FORMS =
      FormsWithoutNoise.all(ITEMS, NAMES.size(), "p1");

  /// Equations of `als` have 20 · 21 / 2 + 20 numbers for each of the 20 items; `ials` shares a
  /// triangle of 210 numbers beside them.
  private static final Map<String, List<ToldColumns>> COLUMNS =
      ToldColumns.ofForms(ITEMS, 230, 241);

  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

  @RegisterExtension
  private static final TestDeployment deployment =
      new TestDeployment(ITEMS, 8, NAMES, "--privirec.client.answer-delay=PT0S");

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  /// Numbers the cases: the sessions of a case have a time of their data and names of their own.
  private static int cases;

  @TempDir private Path work;

  /// Rates each interaction, so that `als` goes past its counts.
  @BeforeAll
  static void importRatings() {
    for (String name : NAMES) {
      String rated =
          deployment
              .holders()
              .csv(name)
              .lines()
              .skip(1)
              .map(SumsWithoutNoiseTest::rated)
              .collect(Collectors.joining());
      client.importCsv(name, "user,item,rating\n" + rated);
    }
  }

  private static String rated(String line) {
    return "%s,%s%n".formatted(line, 1 + line.length() % 5);
  }

  private static void configure(String approval, String sumsWithoutNoise) {
    client.restartWith(
        "--privirec.client.approval=" + approval,
        "--privirec.client.sums-without-noise=" + sumsWithoutNoise);
    cases++;
    coordinator.dataAsOf = () -> BEGIN.plusSeconds(cases);
    coordinator.seen.clear();
  }

  private static String session(String form) {
    return "case-%s-%s".formatted(cases, form.replace('/', '-'));
  }

  /// Begins a session of each form, and opens its first round.
  private static Map<String, Algorithm> beginAll() {
    Map<String, Algorithm> algorithms = new LinkedHashMap<>();
    FORMS.forEach((form, parameters) -> {
      algorithms.put(form, coordinator.begin(session(form), parameters));
      coordinator.openBeside(session(form), 0, Optional.empty());
    });
    return algorithms;
  }

  /// Returns the requests with messages or data of a participant.
  private static List<Seen> sent() {
    return List.copyOf(coordinator.seen).stream()
        .filter(seen -> seen.path().startsWith("/v1/rounds/") && !seen.method().equals("GET"))
        .toList();
  }

  /// Returns the parts of a participant in all sessions. The service computes each of them, so
  /// tests ask for all at once.
  private static Map<String, ParticipationView> views(String name) {
    return client.participations(name).stream()
        .collect(Collectors.toMap(ParticipationView::sessionId, view -> view));
  }

  private static void awaitAll(String what, Predicate<ParticipationView> condition) {
    for (String name : NAMES) {
      await(
          name + " " + what,
          () -> {
            Map<String, ParticipationView> views = views(name);
            return FORMS.keySet().stream()
                .map(form -> views.get(session(form)))
                .allMatch(view -> view != null && condition.test(view));
          });
    }
  }

  @Test
  void forms_areThoseOfThePapersAndMore() {
    assertThat(FORMS.keySet()).containsExactlyInAnyOrderElementsOf(COLUMNS.keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "manual"})
  void reject_everySessionIsRefusedByName_andNothingIsComputedOrSent(String approval) {
    Map<String, ParticipantPrivacy> before = ledgers();
    configure(approval, "reject");
    beginAll();

    awaitAll("refuses all", view -> "sums-without-noise-rejected".equals(view.refusal()));
    for (String name : NAMES) {
      Map<String, ParticipationView> views = views(name);
      for (String form : FORMS.keySet()) {
        assertThat(views.get(session(form)).terms()).as(form).isNull();
        assertThat(views.get(session(form)).rounds()).as(form).isEmpty();
      }
    }
    for (String form : FORMS.keySet()) {
      await(form + " is rejected by all", () -> isRejectedByAll(session(form)));
    }
    assertThat(coordinator.seen).noneMatch(seen -> seen.path().startsWith("/v1/rounds/"));
    assertThat(ledgers()).isEqualTo(before);
  }

  private static boolean isRejectedByAll(String session) {
    return NAMES.stream()
        .map(ParticipantId::new)
        .allMatch(id -> coordinator.rejections.getOrDefault(id, Set.of()).contains(session));
  }

  private static Map<String, ParticipantPrivacy> ledgers() {
    Map<String, ParticipantPrivacy> ledgers = new TreeMap<>();
    NAMES.forEach(name -> ledgers.put(name, client.privacy(name)));
    return ledgers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "manual"})
  void ask_everySessionWaits_andRunsOnceItIsApproved(String approval) throws IOException {
    Map<String, ParticipantPrivacy> before = ledgers();
    configure(approval, "ask");
    Map<String, Algorithm> algorithms = beginAll();

    awaitAll("is asked about all", view -> view.status().equals("AWAITING_APPROVAL"));

    assertThat(coordinator.seen).noneMatch(seen -> seen.path().startsWith("/v1/rounds/"));
    Map<String, ParticipationView> asked = views("p2");
    for (String form : FORMS.keySet()) {
      assertThat(String.join(" ", asked.get(session(form)).wouldDisclose()))
          .as(form)
          .contains("Sums without noise are a choice of the holder")
          .contains("add up for life");
    }
    assertThat(ledgers()).isEqualTo(before);

    Map<String, ToldColumns> told = approveAndRun(algorithms);

    ledgers()
        .forEach((name, privacy) -> {
          assertThat(privacy.sums())
              .as(name)
              .filteredOn(sum -> String.valueOf(sum.sessionId()).startsWith("case-" + cases))
              .hasSize(told.size())
              .allMatch(sum -> sum.use() == Use.EXACT);
          assertThat(privacy.equations()).isEqualTo(plus(before.get(name).equations(), told));
        });
  }

  /// Approves all sessions, and runs each of them into its second round.
  ///
  /// @return what each sum told, by session and round
  private Map<String, ToldColumns> approveAndRun(Map<String, Algorithm> algorithms)
      throws IOException {
    Map<String, RoundId> first = coordinator.openRounds();
    FORMS.keySet().forEach(form -> NAMES.forEach(name -> deployment.approve(name, session(form))));
    Map<String, ToldColumns> told = new TreeMap<>();
    for (Map.Entry<String, Algorithm> each : algorithms.entrySet()) {
      String session = session(each.getKey());
      Algorithm algorithm = each.getValue();
      RoundId id = first.get(session);
      await(session + " opens its first sum", () -> coordinator.isSummed(id));
      told.put(session + "/0", COLUMNS.get(each.getKey()).get(0));
      if (algorithm.specs().size() > 1) {
        Path broadcast = broadcast(algorithm, coordinator.sum(id), session);
        coordinator.openBeside(session, 1, Optional.of(broadcast));
        told.put(session + "/1", COLUMNS.get(each.getKey()).get(1));
      }
    }
    for (String name : NAMES) {
      await(name + " has entered all sums", () -> entered(name) == told.size());
    }
    assertThat(sent()).isNotEmpty();
    return told;
  }

  private Path broadcast(Algorithm algorithm, Aggregate sum, String session) throws IOException {
    Path directory = Files.createDirectory(work.resolve(session));
    PlanStep step = algorithm.complete(0, sum, directory);
    assertThat(step).as(session).isInstanceOf(PlanStep.NextRound.class);
    return directory.resolve(((PlanStep.NextRound) step).round().broadcastFile());
  }

  private static long entered(String name) {
    return client.privacy(name).sums().stream()
        .filter(sum -> String.valueOf(sum.sessionId()).startsWith("case-" + cases))
        .count();
  }

  private static OpenedEquations plus(OpenedEquations before, Map<String, ToldColumns> told) {
    Map<String, Long> participants = new TreeMap<>(before.participants());
    long columns = before.coordinator();
    for (ToldColumns sum : told.values()) {
      columns += sum.columns();
      if (sum.ofPeers() > 0) {
        NAMES.forEach(name -> participants.merge(name, sum.ofPeers(), Long::sum));
      }
    }
    return new OpenedEquations(columns, participants, before.unknownSums());
  }

  @Test
  void ask_sessionThatAPersonRejects_isOver_andTheCoordinatorLearnsNoReason() {
    configure("manual", "ask");
    deployment.begin("declined", deployment.parameters(3));
    await("all are asked", () -> deployment.isAsked("declined"));

    for (String name : NAMES) {
      String path = "/v1/participants/" + name + "/sessions/declined:reject";
      assertThat(client.postJson(path, "").statusCode()).isEqualTo(204);
    }

    deployment.awaitRefused("declined", "rejected-by-holder");
    await("the coordinator is told", () -> isRejectedByAll("declined"));
    assertThat(List.copyOf(coordinator.seen))
        .filteredOn(seen -> seen.path().endsWith(":reject"))
        .allMatch(seen -> seen.bytes() == 0);
    assertThat(sent()).isEmpty();
    deployment.finish(SessionView.Status.FAILED);
  }
}
