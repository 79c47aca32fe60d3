package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.ServiceJars;
import io.privirec.wire.InactiveRelease;
import io.privirec.wire.ModelList;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Services of the release before noise was the default run sessions. Then this build takes their
 * place, with their data and their properties. The system property {@code lab.previous} is a tree
 * in which the earlier services are built.
 */
@EnabledIfSystemProperty(named = "lab.previous", matches = ".+")
class UpgradeIT {
  private static final String HOLDER = Deployment.FIRST_CLIENT;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  @TempDir private Path home;

  private TestServices services;
  private Cohort cohort;

  /** A session without noise, as earlier versions ask for it. */
  private static SessionRequest exact() {
    SessionRequest request = SmallHolders.factors(DEADLINE, 1);
    return new SessionRequest(
        request.algorithm(), request.parameters(), null, null, null, request.policy());
  }

  private static SessionRequest noisy() {
    return SmallHolders.noisyDegrees(.5, DEADLINE);
  }

  private Optional<ParticipationView> part(String participant, String session)
      throws IOException, InterruptedException {
    return services.deployment().clientOf(0).participations(participant).stream()
        .filter(view -> view.sessionId().equals(session))
        .findFirst();
  }

  private void awaitStatus(String session, String status) throws Exception {
    for (String participant : cohort.ids()) {
      await(
          "%s of %s in %s".formatted(status, participant, session),
          () ->
              part(participant, session).filter(view -> view.status().equals(status)).isPresent());
    }
  }

  private void approve(String participant, String session) throws Exception {
    services.deployment().clientOf(0).approve(participant, session, cohort.cells());
  }

  private String asked(SessionRequest request) throws Exception {
    String session = services.coordinator().start(request).id();
    awaitStatus(session, "AWAITING_APPROVAL");
    return session;
  }

  /** Returns the release of a session that all approve. */
  private String published(SessionRequest request) throws Exception {
    String session = asked(request);
    for (String participant : cohort.ids()) {
      approve(participant, session);
    }
    SessionView ended = services.await(session, view -> view.status().isOver());
    assertThat(ended.status()).as("%s", ended).isEqualTo(SessionView.Status.PUBLISHED);
    return String.valueOf(ended.releaseId());
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private String get(String service, String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI uri = services.process(service).uri().resolve(path);
      return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  /** Returns the lines of the log that the present build of a service has written. */
  private String logSince(String service, int before) throws IOException {
    return log(service).substring(before);
  }

  /// Whether the first participant waits for approval of a text that only this version has.
  private boolean isAskedAnew(String session) throws IOException, InterruptedException {
    return part(cohort.ids().getFirst(), session)
        .filter(view -> view.status().equals("AWAITING_APPROVAL"))
        .filter(view -> String.join(" ", view.wouldDisclose()).contains("data at two holders"))
        .isPresent();
  }

  private String log(String service) throws IOException {
    return Files.readString(services.process(service).spec().directory().resolve("service.log"));
  }

  private void upgrade(String service, String module) throws Exception {
    ServiceJars jars = ServiceJars.ofThisTree();
    Optional<FastStart> fast = FastStart.ofThisProcess(jars);
    services.exchange(service, fast.isPresent() ? fast.get().unpack(module) : jars.of(module));
  }

  @Test
  void servicesOfBefore_areReplaced_askAgain_keepTheirModel_andSayWhatDecides() throws Exception {
    ServiceJars before =
        new ServiceJars(
            ServiceJars.ofThisTree().home().resolve(System.getProperty("lab.previous")));
    try (TestServices all =
        TestServices.ofBuild(
            before,
            home.resolve("unpacked"),
            Map.of("privirec.client.approval", "manual", "privirec.client.min-interval", "PT0S"))) {
      services = all;
      cohort = SmallHolders.enrolAsking(services);
      String exact = published(exact());
      RecommenderClient recommender =
          services.startRecommender(Map.of("privirec.recommender.accept", ""));
      TestServices.awaitModel(recommender, exact);
      services.end(Deployment.RECOMMENDER);
      String noisy = published(noisy());
      String laterExact = published(exact());
      String waitingExact = asked(exact());
      String waitingNoisy = asked(noisy());

      int holdersLog = log(HOLDER).length();
      int recommendersLog = log(Deployment.RECOMMENDER).length();
      int coordinatorsLog = log(Deployment.COORDINATOR).length();
      upgrade(Deployment.COORDINATOR, "coordinator-service");
      upgrade(HOLDER, "client-service");
      upgrade(Deployment.RECOMMENDER, "recommender-service");

      await("it is asked by the text of this version", () -> isAskedAnew(waitingNoisy));
      awaitStatus(waitingExact, "OVER");
      assertThat(logSince(Deployment.COORDINATOR, coordinatorsLog))
          .contains("Sums over data carry noise, unless a request states", "Limits of ");
      assertThat(part(cohort.ids().getFirst(), waitingExact).orElseThrow().refusal())
          .isEqualTo("sums-without-noise-rejected");
      assertThat(logSince(HOLDER, holdersLog))
          .contains("By privirec.client.sums-without-noise", "Limits of ");

      await("the later release is passed over", () -> isPassedOver(recommender, laterExact));
      ModelList models = recommender.models();
      assertThat(models.active()).isEqualTo(exact);
      assertThat(models.accept()).isEqualTo("private");
      assertThat(models.warning()).isNotNull();
      assertThat(get(Deployment.RECOMMENDER, "/actuator/prometheus"))
          .containsPattern("recommender_model_unaccepted(\\{.*})? 1\\.0");
      assertThat(logSince(Deployment.RECOMMENDER, recommendersLog))
          .contains("privirec.recommender.accept");

      try (ReleaseDownloader releases = services.releases(home.resolve("releases"))) {
        for (String release : List.of(exact, laterExact, noisy)) {
          assertThat(releases.fetch(release).manifest().releaseId()).isEqualTo(release);
        }
      }
      ReleaseClaimView claim =
          JsonMapper.shared()
              .readValue(
                  get(Deployment.COORDINATOR, "/v1/releases/" + noisy + "/claim"),
                  ReleaseClaimView.class);
      assertThat(claim.holds()).isFalse();
      assertThat(claim.reason()).isEqualTo("sums-without-noise");
      assertThat(claim.epsilon()).isNull();

      assertThat(published(noisy())).isNotEqualTo(noisy);
    }
  }

  private static boolean isPassedOver(RecommenderClient recommender, String release)
      throws Exception {
    return recommender.models().inactive().stream()
        .map(InactiveRelease::modelVersion)
        .anyMatch(release::equals);
  }
}
