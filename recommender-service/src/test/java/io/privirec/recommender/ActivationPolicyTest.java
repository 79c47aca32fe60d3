package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.ReleaseManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/// Releases become active by kind, pin, hand and age, over HTTP and over restarts. Releases with an
/// odd number are private, and releases with an even number have no noise.
@ExtendWith(OutputCaptureExtension.class)
class ActivationPolicyTest {
  private static final String PRIVATE = RunningRecommender.ACCEPT + "private";
  private static final String ANY = RunningRecommender.ACCEPT + "any";
  private static final String PINS = "--privirec.recommender.manual-activation=pins";
  private static final String UNTIL_NEWER = "--privirec.recommender.manual-activation=until-newer";
  private static final String ASKED = "{\"history\":[]}";

  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted();

  /// The model that answers a subject of the experiment.
  private String ofSubject() throws Exception {
    return service
        .send("POST", "/v1/recommendations", ASKED, "PriviRec-Subject", "s-1")
        .is(200)
        .text("/modelVersion");
  }

  @Test
  void releaseWithoutNoise_isNeverActive_byItselfOrByHand(CapturedOutput log) throws Exception {
    service.start(PRIVATE);
    publish(2);
    assertPassedOver("r-2", "not-accepted");
    service.get("/readyz").is(503);
    assertThat(service.get("/v1/models").text("/accept")).isEqualTo("private");
    post("/r-2:load").is(200);
    assertThat(service.get("/v1/models/r-2").text("/protection")).isEqualTo("no-noise");
    Answer refused = post("/r-2:activate").isProblem(409, "release-not-accepted");
    assertThat(refused.text("/detail")).contains("r-2", "privirec.recommender.accept");
    post(":rollback").isProblem(409, "no-previous-model");
    assertThat(post(":follow").is(200).json().has("active")).isFalse();
    String arms =
        """
        {"salt": "s", "arms": [{"name": "old", "model": "r-2", "weight": 30},
                               {"name": "new", "model": "r-2", "weight": 70}]}\
        """;
    service
        .admin("PUT", "/v1/experiments/first", arms)
        .isProblem(422, "invalid-value", "/arms/0/model");
    service.recommend(ASKED).isProblem(503, "model-not-loaded");
    assertThat(service.scrape())
        .contains("recommender_releases_inactive_total{reason=\"not-accepted\"} 1.0");
    assertThat(log.getOut())
        .contains("By privirec.recommender.accept no release without noise becomes active")
        .contains("Release r-2 does not become active");
    service.stop();
    service.start(PRIVATE);
    service.await(() -> service.get("/v1/models/r-2").status() == 200);
    service.recommend(ASKED).isProblem(503, "model-not-loaded");
  }

  @Test
  void releaseWithoutNoise_besideAPrivateOne_isPassedOver_andTheNextPrivateOneIsActive()
      throws Exception {
    service.start(PRIVATE);
    publish(1);
    service.awaitModel("r-1");
    publish(2);
    assertPassedOver("r-2", "not-accepted");
    service.get("/v1/models/r-2").isProblem(404, "unknown-model");
    assertAnswering("r-1");
    publish(3);
    service.awaitModel("r-3");
    assertThat(post(":rollback").text("/active")).isEqualTo("r-1");
    assertThat(service.scrape()).contains("recommender_model_unaccepted 0.0");
  }

  @Test
  void accept_any_letsEachReleaseBecomeActive() throws Exception {
    service.start(ANY);
    for (int n : new int[] {1, 2, 4, 5}) {
      publish(n);
      service.awaitModel("r-" + n);
    }
    JsonNode list = service.get("/v1/models").json();
    assertThat(list.at("/accept").asString()).isEqualTo("any");
    assertThat(list.at("/inactive")).isEmpty();
    assertThat(list.has("warning")).isFalse();
    assertThat(post("/r-4:activate").is(200).text("/active")).isEqualTo("r-4");
  }

  @Test
  void releaseWithoutNoise_activeAtTheUpgrade_staysWithAWarning_andNewerOnesAreNotActive(
      CapturedOutput log) throws Exception {
    service.start(ANY);
    publish(2);
    service.awaitModel("r-2");
    publish(4);
    service.awaitModel("r-4");
    String arms =
        """
        {"salt": "s", "arms": [{"name": "old", "model": "r-2", "weight": 30},
                               {"name": "new", "model": "r-2", "weight": 70}]}\
        """;
    service.admin("PUT", "/v1/experiments/first", arms).is(201);
    assertThat(ofSubject()).isEqualTo("r-2");
    service.stop();
    service.run(PRIVATE);
    assertAnswering("r-4");
    assertThat(ofSubject()).isEqualTo("r-4");
    String warning = service.get("/v1/models").text("/warning");
    assertThat(warning).contains("r-4", "no-noise", "privirec.recommender.accept");
    assertThat(log.getOut()).contains("The active " + warning);
    assertThat(service.scrape()).contains("recommender_model_unaccepted 1.0");
    publish(6);
    assertPassedOver("r-6", "not-accepted");
    post(":rollback").isProblem(409, "release-not-accepted");
    assertThat(post(":follow").text("/active")).isEqualTo("r-4");
    assertAnswering("r-4");
    service.restart(PRIVATE);
    assertAnswering("r-4");
    publish(7);
    service.awaitModel("r-7");
    assertThat(service.get("/v1/models").json().has("warning")).isFalse();
    assertThat(service.scrape()).contains("recommender_model_unaccepted 0.0");
    post("/r-4:activate").isProblem(409, "release-not-accepted");
  }

  @Test
  void pin_winsOverAccept_forArrivals_andOverTheUpgrade() throws Exception {
    service.start(ANY, PINS);
    publish(2);
    service.awaitModel("r-2");
    assertThat(post("/r-2:activate").text("/policy")).isEqualTo("pinned");
    service.stop();
    service.run(PRIVATE, PINS);
    assertAnswering("r-2");
    publish(4);
    assertPassedOver("r-4", "pinned");
    publish(3);
    assertPassedOver("r-3", "pinned");
    assertAnswering("r-2");
    Answer followed = post(":follow");
    assertThat(followed.text("/active")).isEqualTo("r-3");
    assertThat(inactive(followed.json())).containsExactly("r-4 pinned");
  }

  @Test
  void pin_ofAPrivateRelease_holdsAgainstBothKinds() throws Exception {
    service.start(PRIVATE, PINS);
    publish(1);
    service.awaitModel("r-1");
    post("/r-1:activate").is(200);
    publish(3);
    assertPassedOver("r-3", "pinned");
    publish(4);
    assertPassedOver("r-4", "pinned");
    service.get("/v1/models/r-4").is(404);
    service.restart(PRIVATE, PINS);
    assertAnswering("r-1");
  }

  @Test
  void activationByHand_holdsUntilANewerReleaseThatIsAccepted() throws Exception {
    service.start(PRIVATE, UNTIL_NEWER);
    publish(1);
    service.awaitModel("r-1");
    publish(3);
    service.awaitModel("r-3");
    post("/r-1:activate").is(200);
    service.restart(PRIVATE, UNTIL_NEWER);
    assertAnswering("r-1");
    publish(4);
    assertPassedOver("r-4", "not-accepted");
    assertAnswering("r-1");
    publish(5);
    service.awaitModel("r-5");
  }

  @Test
  void worthAndAge_areReasons_too() throws Exception {
    service.start(PRIVATE);
    Path old = TestReleases.writePrivate(service.published(), 1);
    publish(3);
    service.awaitModel("r-3");
    service.coordinator().publish(old);
    assertPassedOver("r-1", "older");
    service.coordinator().publish(TestReleases.writePrivatePopularity(service.published(), 5));
    assertPassedOver("r-5", "popularity-alone");
    assertThat(inactive(service.get("/v1/models").json()))
        .containsExactly("r-5 popularity-alone", "r-1 older");
    assertThat(post("/r-5:activate").is(200).json().at("/inactive")).hasSize(1);
  }

  @Test
  void releaseWithoutNoise_standsInForNoOther() throws Exception {
    service.start(PRIVATE);
    publish(1);
    service.awaitModel("r-1");
    publish(2);
    assertPassedOver("r-2", "not-accepted");
    post("/r-2:load").is(200);
    service.stop();
    service.coordinator().withdraw("r-1");
    Path kept = service.data().resolve("releases/r-1");
    Files.writeString(kept.resolve(ReleaseManifest.CATALOGUE), "broken");
    service.start(PRIVATE);
    service.await(() -> service.get("/v1/models/r-2").status() == 200);
    assertThat(service.get("/v1/models").json().has("standsInFor")).isFalse();
    service.recommend(ASKED).isProblem(503, "model-not-loaded");
    service.coordinator().restore(service.published("r-1"));
    service.awaitModel("r-1");
  }

  @Test
  void newReplica_beginsWithTheNewestPrivateRelease() throws Exception {
    write(1);
    service.coordinator().publish(service.published("r-1"));
    for (int n : new int[] {2, 4, 6}) {
      write(n);
      service.coordinator().publish(service.published("r-" + n));
    }
    service.coordinator().largestPage = 2;
    service.run(PRIVATE);
    assertAnswering("r-1");
    assertPassedOver("r-6", "not-accepted");
  }

  @Test
  void newReplica_whosePrivateReleasesHavePopularityAlone_beginsWithTheNewestOfThem()
      throws Exception {
    service.coordinator().publish(TestReleases.writePrivatePopularity(service.published(), 1));
    write(2);
    service.coordinator().publish(service.published("r-2"));
    service.run(PRIVATE);
    assertAnswering("r-1");
  }

  /// The disk has releases, and no file of choices.
  @ParameterizedTest
  @ValueSource(strings = {PRIVATE, ANY})
  void diskWithoutChoices_isBegunWithWhatIsAccepted(String accept) throws Exception {
    Path kept = Files.createDirectories(service.data().resolve("releases"));
    TestReleases.writePrivate(kept, 1);
    TestReleases.write(kept, 2);
    service.coordinator().close();
    service.run(accept);
    assertAnswering(accept.equals(ANY) ? "r-2" : "r-1");
  }

  private void write(int n) throws Exception {
    if (n % 2 == 0) {
      TestReleases.write(service.published(), n);
    } else {
      TestReleases.writePrivate(service.published(), n);
    }
  }

  /// Makes it the coordinator's newest.
  private void publish(int n) throws Exception {
    write(n);
    service.coordinator().publish(service.published("r-" + n));
  }

  private void assertPassedOver(String version, String reason) {
    service.await(
        () -> inactive(service.get("/v1/models").json()).contains(version + " " + reason));
  }

  private static List<String> inactive(JsonNode list) {
    return list.at("/inactive")
        .valueStream()
        .map(one -> one.at("/modelVersion").asString() + " " + one.at("/reason").asString())
        .toList();
  }

  private Answer post(String action) {
    return service.admin("POST", "/v1/models" + action);
  }

  private void assertAnswering(String version) {
    assertThat(service.recommend(ASKED).text("/modelVersion")).isEqualTo(version);
  }
}
