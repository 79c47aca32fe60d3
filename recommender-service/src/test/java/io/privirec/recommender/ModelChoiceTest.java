package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.ReleaseManifest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Which models are loaded, and which of them answers, over HTTP and over restarts. */
class ModelChoiceTest {
  private static final String PINS = "--privirec.recommender.manual-activation=pins";
  private static final String UNTIL_NEWER = "--privirec.recommender.manual-activation=until-newer";
  private static final String ASKED = "{\"history\":[]}";

  @TempDir Path published;
  @TempDir Path data;
  private TestCoordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    for (int n = 1; n <= 4; n++) {
      TestReleases.write(published, n);
    }
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private RunningRecommender run(String... more) {
    return RunningRecommender.start(data, coordinator.uri(), more);
  }

  private void publish(RunningRecommender service, int... releases) throws InterruptedException {
    for (int n : releases) {
      coordinator.publish(published.resolve("r-" + n));
      service.await(() -> service.get("/v1/models/r-" + n).statusCode() == 200);
    }
  }

  @Test
  void newerRelease_isLoadedBesideTheOlder_andBecomesActive() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1, 2, 3);
      service.awaitModel("r-3");
      JsonNode list = json(service.get("/v1/models"));
      assertThat(list.at("/policy").asString()).isEqualTo("newest");
      assertThat(list.at("/previous").asString()).isEqualTo("r-2");
      assertThat(list.at("/models").findValuesAsString("modelVersion"))
          .containsExactly("r-3", "r-2", "r-1");
      publish(service, 4);
      service.awaitModel("r-4");
      // Three at once: the oldest went.
      assertThat(json(service.get("/v1/models")).at("/models").findValuesAsString("modelVersion"))
          .containsExactly("r-4", "r-3", "r-2");
      assertThat(problem(service.get("/v1/models/r-1"))).isEqualTo("404 unknown-model");
    }
  }

  @Test
  void rollback_goesBackOneByOne_untilThereIsNone() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1, 2, 3);
      assertThat(active(service.admin("POST", "/v1/models:rollback"))).isEqualTo("r-2");
      assertThat(answering(service)).isEqualTo("r-2");
      assertThat(active(service.admin("POST", "/v1/models:rollback"))).isEqualTo("r-1");
      assertThat(problem(service.admin("POST", "/v1/models:rollback")))
          .isEqualTo("409 no-previous-model");
      assertThat(answering(service)).isEqualTo("r-1");
      assertThat(active(service.admin("POST", "/v1/models:follow"))).isEqualTo("r-3");
    }
  }

  @Test
  void activation_byHand_survivesARestart_andHoldsUntilANewerRelease() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1, 2);
      assertThat(active(service.admin("POST", "/v1/models/r-1:activate"))).isEqualTo("r-1");
    }
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-1");
      assertThat(json(service.get("/v1/models")).at("/previous").asString()).isEqualTo("r-2");
      publish(service, 3);
      service.awaitModel("r-3");
    }
  }

  @Test
  void activation_thatPins_holdsAgainstNewerReleases_untilTheyAreFollowedAgain() throws Exception {
    try (RunningRecommender service = run(PINS)) {
      publish(service, 1, 2);
      HttpResponse<String> activated = service.admin("POST", "/v1/models/r-1:activate");
      assertThat(json(activated).at("/policy").asString()).isEqualTo("pinned");
      publish(service, 3);
      assertThat(answering(service)).isEqualTo("r-1");
    }
    try (RunningRecommender service = run(PINS)) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-1");
      HttpResponse<String> followed = service.admin("POST", "/v1/models:follow");
      assertThat(json(followed).at("/policy").asString()).isEqualTo("newest");
      assertThat(active(followed)).isEqualTo("r-3");
    }
  }

  @Test
  void releaseOfPopularity_beforeAnyOther_becomesActive_andIsFollowedByAnyOther() throws Exception {
    TestReleases.writePopularity(published, 5);
    TestReleases.writePopularity(published, 6);
    try (RunningRecommender service = run()) {
      publish(service, 5);
      service.awaitModel("r-5");
      publish(service, 6);
      service.awaitModel("r-6");
      // Older, and yet better.
      publish(service, 1);
      service.awaitModel("r-1");
    }
  }

  @Test
  void releaseOfPopularity_besideAnother_isActiveOnlyByHand() throws Exception {
    TestReleases.writePopularity(published, 5);
    try (RunningRecommender service = run()) {
      publish(service, 1, 2, 5);
      assertThat(answering(service)).isEqualTo("r-2");
      assertThat(active(service.admin("POST", "/v1/models:follow"))).isEqualTo("r-2");
      assertThat(active(service.admin("POST", "/v1/models/r-5:activate"))).isEqualTo("r-5");
    }
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-5");
      publish(service, 3);
      service.awaitModel("r-3");
    }
  }

  @Test
  void releaseOfPopularity_newestOfAll_isNotWhatANewReplicaBeginsWith() throws Exception {
    coordinator.publish(TestReleases.writePopularity(published, 5));
    coordinator.publish(published.resolve("r-1"));
    coordinator.publish(published.resolve("r-5"));
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-1");
      service.await(() -> service.get("/v1/models/r-5").statusCode() == 200);
      assertThat(answering(service)).isEqualTo("r-1");
    }
  }

  @Test
  void newReplica_looksThroughPages_forAReleaseOfHistories() throws Exception {
    coordinator.publish(published.resolve("r-1"));
    for (int n = 5; n <= 9; n++) {
      coordinator.publish(TestReleases.writePopularity(published, n));
    }
    coordinator.largestPage = 2;
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-1");
    }
    assertThat(coordinator.pages)
        .startsWith("limit=20", "limit=20&before=r-8", "limit=20&before=r-6");
  }

  @Test
  void newReplica_withoutAnyReleaseOfHistories_comesToTheEndOfThePages() throws Exception {
    for (int n = 5; n <= 8; n++) {
      coordinator.publish(TestReleases.writePopularity(published, n));
    }
    coordinator.largestPage = 2;
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-8");
    }
    assertThat(coordinator.pages)
        .startsWith("limit=20", "limit=20&before=r-7", "limit=20&before=r-5");
  }

  @Test
  void newReplica_releaseOfHistoriesThatDoesNotVerify_beginsWithTheNewest() throws Exception {
    coordinator.publish(TestReleases.writePopularity(published, 5));
    coordinator.publish(published.resolve("r-1"));
    coordinator.publish(published.resolve("r-5"));
    Files.writeString(published.resolve("r-1").resolve(ReleaseManifest.CATALOGUE), "broken");
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-5");
    }
  }

  @Test
  void releaseOfPopularity_doesNotReplaceAModelThatIsMissingAtTheStart_whereAnotherIs()
      throws Exception {
    TestReleases.writePopularity(published, 5);
    try (RunningRecommender service = run()) {
      publish(service, 1, 2, 5);
      assertThat(answering(service)).isEqualTo("r-2");
    }
    coordinator.withdraw("r-2");
    Files.writeString(data.resolve("releases/r-2").resolve(ReleaseManifest.CATALOGUE), "broken");
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-1");
    }
  }

  @Test
  void request_thatNamesAModel_isAnsweredByIt() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1, 2);
      service.awaitModel("r-2");
      HttpResponse<String> answer = service.send("POST", "/v1/recommendations?model=r-1", ASKED);
      assertThat(json(answer).at("/modelVersion").asString()).isEqualTo("r-1");
      String item = TestReleases.items().getFirst();
      for (String path : new String[] {"/v1/items/" + item + "/similar", "/v1/items/popular"}) {
        assertThat(json(service.get(path + "?model=r-1")).at("/modelVersion").asString())
            .isEqualTo("r-1");
      }
      HttpResponse<String> stranger = service.send("POST", "/v1/recommendations?model=r-9", ASKED);
      assertThat(problem(stranger)).isEqualTo("404 unknown-model");
      assertThat(json(stranger).at("/errors/0/pointer").asString()).isEqualTo("/model");
    }
  }

  @Test
  void model_unloadedAndLoaded_isGoneAndBack() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1, 2);
      service.awaitModel("r-2");
      assertThat(problem(service.admin("POST", "/v1/models/r-2:unload")))
          .isEqualTo("409 model-in-use");
      assertThat(service.admin("POST", "/v1/models/r-1:unload").statusCode()).isEqualTo(200);
      assertThat(problem(service.admin("POST", "/v1/models/r-1:activate")))
          .isEqualTo("404 unknown-model");
      assertThat(problem(service.admin("POST", "/v1/models:rollback")))
          .isEqualTo("409 no-previous-model");
      assertThat(json(service.admin("POST", "/v1/models/r-1:load")).at("/models")).hasSize(2);
      assertThat(answering(service)).isEqualTo("r-2");
      assertThat(problem(service.admin("POST", "/v1/models/r-9:load")))
          .isEqualTo("404 unknown-release");
      assertThat(problem(service.admin("POST", "/v1/models/..:load")))
          .isEqualTo("404 unknown-release");
    }
  }

  @Test
  void load_ofAForgedRelease_isRefused_andChangesNothing() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1);
      Path filter = published.resolve("r-2").resolve(ReleaseManifest.FILTER);
      byte[] bytes = Files.readAllBytes(filter);
      bytes[bytes.length - 1] ^= 1;
      Files.write(filter, bytes);
      coordinator.publish(published.resolve("r-2"));
      assertThat(problem(service.admin("POST", "/v1/models/r-2:load")))
          .isEqualTo("502 release-refused");
      assertThat(json(service.get("/v1/models")).at("/models")).hasSize(1);
      coordinator.close();
      assertThat(problem(service.admin("POST", "/v1/models/r-3:load")))
          .isEqualTo("503 coordinator-unreachable");
    }
  }

  @Test
  void chosenModel_thatIsNotIntactAtTheStart_hasAStandIn_andAnswersAgainOnceItIsFetched()
      throws Exception {
    for (String policy : new String[] {PINS, UNTIL_NEWER}) {
      try (RunningRecommender service = run(policy)) {
        publish(service, 1, 2);
        service.admin("POST", "/v1/models/r-1:activate");
      }
      coordinator.withdraw("r-1");
      damage("r-1");
      try (RunningRecommender service = run(policy)) {
        service.awaitReady();
        assertThat(answering(service)).isEqualTo("r-2");
        JsonNode list = json(service.get("/v1/models"));
        assertThat(list.at("/active").asString()).isEqualTo("r-2");
        assertThat(list.at("/standsInFor").asString()).isEqualTo("r-1");
        assertThat(problem(service.admin("POST", "/v1/models/r-2:unload")))
            .isEqualTo("409 model-in-use");
        assertThat(problem(service.admin("POST", "/v1/models/r-2:shadow")))
            .isEqualTo("409 model-in-use");
      }
      // It is not forgotten over a restart either.
      try (RunningRecommender service = run(policy)) {
        service.awaitReady();
        assertThat(json(service.get("/v1/models")).at("/standsInFor").asString()).isEqualTo("r-1");
        coordinator.restore(published.resolve("r-1"));
        service.awaitModel("r-1");
        assertThat(answering(service)).isEqualTo("r-1");
        assertThat(json(service.get("/v1/models")).has("standsInFor")).isFalse();
      }
    }
  }

  @Test
  void chosenModel_whereNoOtherIsOnTheDisk_isKept_whileTheNewestStandsIn() throws Exception {
    for (String policy : new String[] {PINS, UNTIL_NEWER}) {
      try (RunningRecommender service = run(policy)) {
        publish(service, 1, 2);
        service.admin("POST", "/v1/models/r-1:activate");
      }
      coordinator.withdraw("r-1");
      damage("r-1");
      damage("r-2");
      try (RunningRecommender service = run(policy)) {
        service.awaitModel("r-2");
        assertThat(json(service.get("/v1/models")).at("/standsInFor").asString()).isEqualTo("r-1");
        coordinator.restore(published.resolve("r-1"));
        service.awaitModel("r-1");
      }
    }
  }

  @Test
  void choices_thatCannotBeWrittenForAWhile_areFollowed_andNewerReleasesWait() throws Exception {
    try (RunningRecommender service = run(PINS)) {
      publish(service, 1, 2);
      service.admin("POST", "/v1/models/r-1:activate");
    }
    coordinator.withdraw("r-1");
    damage("r-1");
    Path inTheWay = Files.createDirectory(data.resolve("models.json.new"));
    Files.createFile(inTheWay.resolve("file"));
    try (RunningRecommender service = run(PINS)) {
      service.awaitReady();
      assertThat(answering(service)).isEqualTo("r-2");
      coordinator.restore(published.resolve("r-1"));
      service.awaitModel("r-1");
      coordinator.publish(published.resolve("r-3"));
      service.await(() -> Files.exists(data.resolve("releases/r-3")));
      assertThat(service.admin("POST", "/v1/models/r-2:activate").statusCode()).isEqualTo(500);
      assertThat(answering(service)).isEqualTo("r-1");
      Files.delete(inTheWay.resolve("file"));
      Files.delete(inTheWay);
      service.await(() -> service.get("/v1/models/r-3").statusCode() == 200);
    }
  }

  @Test
  void standIn_isFollowedByANewerRelease_unlessTheChosenModelIsPinned() throws Exception {
    try (RunningRecommender service = run(PINS)) {
      publish(service, 1, 2);
      service.admin("POST", "/v1/models/r-1:activate");
    }
    coordinator.withdraw("r-1");
    damage("r-1");
    try (RunningRecommender service = run(PINS)) {
      service.awaitModel("r-2");
      publish(service, 3);
      service.awaitModel("r-3");
      JsonNode list = json(service.get("/v1/models"));
      assertThat(list.at("/policy").asString()).isEqualTo("pinned");
      assertThat(list.at("/standsInFor").asString()).isEqualTo("r-1");
      assertThat(active(service.admin("POST", "/v1/models/r-2:activate"))).isEqualTo("r-2");
      assertThat(json(service.get("/v1/models")).has("standsInFor")).isFalse();
      service.admin("POST", "/v1/models:follow");
    }
    damage("r-3");
    coordinator.withdraw("r-3");
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(json(service.get("/v1/models")).at("/standsInFor").asString()).isEqualTo("r-3");
      coordinator.publish(published.resolve("r-4"));
      service.awaitModel("r-4");
      assertThat(json(service.get("/v1/models")).has("standsInFor")).isFalse();
    }
  }

  private void damage(String release) throws Exception {
    Files.writeString(
        data.resolve("releases").resolve(release).resolve(ReleaseManifest.CATALOGUE), "broken");
  }

  @Test
  void changes_withoutTheOperatorsToken_areRefused() throws Exception {
    try (RunningRecommender service = run()) {
      publish(service, 1);
      assertThat(problem(service.send("POST", "/v1/models/r-1:activate", "")))
          .isEqualTo("401 unauthenticated");
      assertThat(problem(service.send("POST", "/v1/models:rollback", "")))
          .isEqualTo("401 unauthenticated");
    }
  }

  private static String active(HttpResponse<String> list) {
    assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
    return json(list).at("/active").asString();
  }

  private static String answering(RunningRecommender service) {
    return json(service.recommend(ASKED)).at("/modelVersion").asString();
  }

  private static String problem(HttpResponse<String> response) {
    return response.statusCode() + " " + json(response).at("/code").asString();
  }
}
