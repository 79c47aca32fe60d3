package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// ε in the API and on the page, while the coordinator states that the claim holds.
class ClaimStatusTest {
  private static final Instant SUM = Instant.parse("2026-02-03T04:05:06Z");
  private static final String ENDED = "noise, no ε: sums without noise asked for on 2026-02-03";

  @RegisterExtension static final RunningRecommender service = RunningRecommender.serving();

  private static int releases;

  private final int number = ++releases;
  private final String release = "r-" + number;

  @AfterEach
  void coordinatorAnswers() {
    service.coordinator().claimAnswer = 0;
    service.clockAdvances(Duration.ZERO);
  }

  private JsonNode model() {
    return model(service);
  }

  private JsonNode model(RunningRecommender of) {
    return of.get("/v1/models/" + release).is(200).json();
  }

  private void awaitStatus(String words) {
    awaitStatus(service, words);
  }

  private void awaitStatus(RunningRecommender of, String words) {
    of.await(() -> model(of).at("/claimStatus").asString().contains(words));
  }

  /// Waits until two requests for the claim arrive: the service has read the answer to the first.
  private void awaitTwoAnswers() {
    long before = claimRequests();
    service.await(() -> claimRequests() >= before + 2);
  }

  private long claimRequests() {
    return service.coordinator().requests.stream()
        .filter(path -> path.endsWith(release + "/claim"))
        .count();
  }

  private void publish(RunningRecommender to) throws Exception {
    to.coordinator().publish(TestReleases.writePrivate(to.published(), number));
  }

  /// Waits until the release answers.
  private void start() throws Exception {
    publish(service);
    service.awaitModel(release);
  }

  @Test
  void sumWithoutNoise_afterThePrivateRelease_dropsEpsilon_inTheApiAndOnThePage() throws Exception {
    service.coordinator().claimHolds(release);
    start();
    awaitStatus("ε 2.500 for all noisy sums");
    JsonNode holding = model();
    assertThat(holding.at("/protection").asString()).isEqualTo("private");
    assertThat(holding.at("/claim/epsilon").asDouble()).isPositive();
    assertThat(service.get("/").is(200).body())
        .contains("private: ε ", "ε 2.500 for all noisy sums", "for each user");

    service.coordinator().claimEnded(release, SUM);
    long requests = claimRequests();

    awaitStatus(ENDED);
    assertThat(claimRequests())
        .as("the first answer about the sum is enough: the service asks no more")
        .isLessThanOrEqualTo(requests + 1);
    assertThat(model().has("claim")).isFalse();
    assertThat(model().at("/protection").asString()).isEqualTo("private");
    assertThat(service.get("/v1/models").json().at("/models/0/claimStatus").asString())
        .isEqualTo(ENDED);
    assertThat(service.get("/").is(200).body())
        .contains("private: " + ENDED)
        .doesNotContain("for all noisy sums");
  }

  @Test
  void coordinator_ofAnOlderVersion_leavesNoEpsilon() throws Exception {
    service.coordinator().claimAnswer = 401;
    start();
    awaitStatus("noise, no ε: the coordinator does not state whether the claim holds (HTTP 401)");
    assertThat(model().has("claim")).isFalse();
    assertThat(service.get("/").is(200).body()).contains("private: noise, no ε");
  }

  @Test
  void coordinator_thatWasNeverReached_leavesNoEpsilon() throws Exception {
    try (RunningRecommender own = RunningRecommender.notStarted().open()) {
      own.coordinator().claimHolds(release);
      publish(own);
      own.run();
      awaitStatus(own, "for all noisy sums");
      own.stop();
      own.coordinator().close();
      own.run();
      awaitStatus(own, "noise, no ε: the coordinator does not answer");
      assertThat(model(own).has("claim")).isFalse();
    }
  }

  /// An attacker on the connection hides that the claim does not hold any more.
  @Test
  void connection_thatIsCut_leavesNoEpsilonAfterTwoMinutes_inTheApiAndOnThePage() throws Exception {
    service.coordinator().claimHolds(release);
    start();
    awaitStatus("for all noisy sums");
    service.coordinator().claimEnded(release, SUM);
    service.coordinator().claimAnswer = 500;
    awaitTwoAnswers();
    assertThat(model().has("claim")).as("within two minutes").isTrue();

    service.clockAdvances(Duration.ofSeconds(121));

    assertThat(model().at("/claimStatus").asString())
        .startsWith("noise, no ε: the claim could not be looked up since ");
    assertThat(model().has("claim")).isFalse();
    assertThat(service.get("/").is(200).body())
        .contains("private: noise, no ε: the claim could not be looked up since ")
        .doesNotContain("for all noisy sums");
  }

  @Test
  void release_withoutNoise_saysSo() throws Exception {
    service.publish(number);
    service.awaitModel(release);
    assertThat(model().at("/protection").asString()).isEqualTo("no-noise");
    assertThat(model().at("/claimStatus").asString()).isEqualTo("sums without noise, no ε");
    assertThat(model().has("claim")).isFalse();
  }
}
