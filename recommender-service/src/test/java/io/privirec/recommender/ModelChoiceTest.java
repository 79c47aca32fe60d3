package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.log.LoggedEvents;
import io.privirec.wire.ReleaseManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/// Which models are loaded, and which of them answers, over HTTP and over restarts.
class ModelChoiceTest {
  private static final String PINS = "--privirec.recommender.manual-activation=pins";
  private static final String UNTIL_NEWER = "--privirec.recommender.manual-activation=until-newer";
  private static final String PAGE = "/v1/releases?limit=20";
  private static final String ASKED = "{\"history\":[]}";

  /// For tests that begin with newer releases, and follow them.
  @RegisterExtension static final RunningRecommender running = RunningRecommender.serving();

  /// For tests that begin with nothing.
  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted();

  private static int published;

  @Test
  void newerRelease_isLoadedBesideTheOlder_andBecomesActive() throws Exception {
    List<String> three = publishNewer(3);
    JsonNode list = running.get("/v1/models").json();
    assertThat(list.at("/policy").asString()).isEqualTo("newest");
    assertThat(list.at("/previous").asString()).isEqualTo(three.get(1));
    assertThat(list.at("/models").findValuesAsString("modelVersion"))
        .containsExactlyElementsOf(three.reversed());
    try (LoggedEvents events = LoggedEvents.watch()) {
      String fourth = publishNewer(1).getFirst();
      running.awaitModel(fourth);
      for (String action : List.of("model-loaded", "model-activated")) {
        assertThat(events.of(action))
            .as(action)
            .singleElement()
            .satisfies(event -> assertThat(event).containsEntry("privirec.model", fourth));
      }
      // Three at once: the oldest went.
      assertThat(running.get("/v1/models").texts("modelVersion"))
          .containsExactly(fourth, three.get(2), three.get(1));
    }
    running.get("/v1/models/" + three.getFirst()).isProblem(404, "unknown-model");
  }

  @Test
  void rollback_goesBackOneByOne_untilThereIsNone() throws Exception {
    List<String> three = publishNewer(3);
    assertActive(three.get(1), change(":rollback"));
    assertAnswering(running, three.get(1));
    assertActive(three.get(0), change(":rollback"));
    change(":rollback").isProblem(409, "no-previous-model");
    assertAnswering(running, three.get(0));
    assertActive(three.get(2), change(":follow"));
  }

  @Test
  void activation_byHand_survivesARestart_andHoldsUntilANewerRelease() throws Exception {
    startWith(1, 2);
    assertActive("r-1", post("/r-1:activate"));
    service.restart();
    assertAnswering("r-1");
    assertThat(service.get("/v1/models").text("/previous")).isEqualTo("r-2");
    service.publish(3);
    service.awaitModel("r-3");
  }

  @Test
  void activation_thatPins_holdsAgainstNewerReleases_untilTheyAreFollowedAgain() throws Exception {
    service.start(PINS);
    service.publish(1, 2);
    Answer activated = post("/r-1:activate");
    assertThat(activated.text("/policy")).isEqualTo("pinned");
    service.publish(3);
    assertAnswering("r-1");
    service.restart(PINS);
    assertAnswering("r-1");
    Answer followed = post(":follow");
    assertThat(followed.text("/policy")).isEqualTo("newest");
    assertActive("r-3", followed);
  }

  /// An operator goes back, and pins before the next release. The service is not restarted.
  @Test
  void pin_afterARollback_holdsAgainstNewerReleases() throws Exception {
    service.start();
    post(":pin").isProblem(503, "model-not-loaded");
    service.publish(1, 2);
    post(":rollback");
    assertThat(post(":pin").text("/policy")).isEqualTo("pinned");
    service.publish(3);
    assertAnswering("r-1");
    assertThat(changes("operator")).isEqualTo(1);
    assertThat(changes("release")).isEqualTo(1);
    assertThat(changes("start")).isEqualTo(1);
    service.restart();
    assertAnswering("r-1");
    assertActive("r-3", post(":follow"));
  }

  private double changes(String cause) throws Exception {
    String row = "recommender_model_changes_total{cause=\"" + cause + "\"}";
    return service
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith(row))
        .mapToDouble(line -> Double.parseDouble(line.substring(row.length())))
        .sum();
  }

  @Test
  void releaseOfPopularity_beforeAnyOther_becomesActive_andIsFollowedByAnyOther() throws Exception {
    TestReleases.writePopularity(service.published(), 5);
    TestReleases.writePopularity(service.published(), 6);
    startWith(5);
    service.publish(6);
    service.awaitModel("r-6");
    // Older, and yet better.
    service.publish(1);
    service.awaitModel("r-1");
  }

  @Test
  void releaseOfPopularity_besideAnother_isActiveOnlyByHand() throws Exception {
    TestReleases.writePopularity(service.published(), 5);
    startWith(1, 2, 5);
    assertAnswering("r-2");
    assertActive("r-2", post(":follow"));
    assertActive("r-5", post("/r-5:activate"));
    service.restart();
    assertAnswering("r-5");
    service.publish(3);
    service.awaitModel("r-3");
  }

  @Test
  void releaseOfPopularity_newestOfAll_isNotWhatANewReplicaBeginsWith() throws Exception {
    publishPopularity(5);
    service.coordinator().publish(TestReleases.write(service.published(), 1));
    service.coordinator().publish(service.published("r-5"));
    service.run();
    assertAnswering("r-1");
    service.await(() -> service.get("/v1/models/r-5").status() == 200);
    assertAnswering("r-1");
  }

  @Test
  void newReplica_looksThroughPages_forAReleaseOfHistories() throws Exception {
    service.coordinator().publish(TestReleases.write(service.published(), 1));
    for (int n = 5; n <= 9; n++) {
      publishPopularity(n);
    }
    service.coordinator().largestPage = 2;
    service.run();
    assertAnswering("r-1");
    assertThat(service.coordinator().requests)
        .filteredOn(request -> request.contains("?"))
        .startsWith(PAGE, PAGE + "&before=r-8", PAGE + "&before=r-6");
  }

  @Test
  void newReplica_withoutAnyReleaseOfHistories_comesToTheEndOfThePages() throws Exception {
    for (int n = 5; n <= 8; n++) {
      publishPopularity(n);
    }
    service.coordinator().largestPage = 2;
    service.run();
    assertAnswering("r-8");
    assertThat(service.coordinator().requests)
        .filteredOn(request -> request.contains("?"))
        .startsWith(PAGE, PAGE + "&before=r-7", PAGE + "&before=r-5");
  }

  @Test
  void newReplica_releaseOfHistoriesThatDoesNotVerify_beginsWithTheNewest() throws Exception {
    publishPopularity(5);
    service.coordinator().publish(TestReleases.write(service.published(), 1));
    service.coordinator().publish(service.published("r-5"));
    Files.writeString(service.published("r-1").resolve(ReleaseManifest.CATALOGUE), "broken");
    service.run();
    assertAnswering("r-5");
  }

  @Test
  void releaseOfPopularity_doesNotReplaceAModelThatIsMissingAtTheStart_whereAnotherIs()
      throws Exception {
    TestReleases.writePopularity(service.published(), 5);
    startWith(1, 2, 5);
    assertAnswering("r-2");
    service.stop();
    lose("r-2");
    service.run();
    assertAnswering("r-1");
  }

  @Test
  void request_thatNamesAModel_isAnsweredByIt() throws Exception {
    String older = publishNewer(2).getFirst();
    Answer answer = running.send("POST", "/v1/recommendations?model=" + older, ASKED);
    assertThat(answer.text("/modelVersion")).isEqualTo(older);
    String item = TestReleases.item(0);
    for (String path : new String[] {"/v1/items/" + item + "/similar", "/v1/items/popular"}) {
      assertThat(running.get(path + "?model=" + older).text("/modelVersion")).isEqualTo(older);
    }
    running
        .send("POST", "/v1/recommendations?model=r-none", ASKED)
        .isProblem(404, "unknown-model", "/model");
  }

  @Test
  void model_unloadedAndLoaded_isGoneAndBack() throws Exception {
    List<String> two = publishNewer(2);
    String older = two.getFirst();
    String newer = two.getLast();
    change("/" + newer + ":unload").isProblem(409, "model-in-use");
    for (String other : running.get("/v1/models").texts("modelVersion")) {
      if (!other.equals(newer)) {
        change("/" + other + ":unload").is(200);
      }
    }
    change("/" + older + ":activate").isProblem(404, "unknown-model");
    change(":rollback").isProblem(409, "no-previous-model");
    assertThat(change("/" + older + ":load").at("/models")).hasSize(2);
    assertAnswering(running, newer);
    change("/r-none:load").isProblem(404, "unknown-release");
    change("/..:load").isProblem(404, "unknown-release");
  }

  @Test
  void load_ofAForgedRelease_isRefused_andChangesNothing() throws Exception {
    startWith(1);
    Path forged = TestReleases.write(service.published(), 2);
    TestReleases.forge(forged);
    service.coordinator().publish(forged);
    post("/r-2:load").isProblem(502, "release-refused");
    assertThat(service.get("/v1/models").at("/models")).hasSize(1);
    service.coordinator().close();
    post("/r-3:load").isProblem(503, "coordinator-unreachable");
  }

  @ParameterizedTest
  @ValueSource(strings = {PINS, UNTIL_NEWER})
  void chosenModel_thatIsNotIntactAtTheStart_hasAStandIn_andAnswersAgainOnceItIsFetched(
      String policy) throws Exception {
    chooseAndLose(policy);
    service.run(policy);
    assertAnswering("r-2");
    JsonNode list = service.get("/v1/models").json();
    assertThat(list.at("/active").asString()).isEqualTo("r-2");
    assertThat(list.at("/standsInFor").asString()).isEqualTo("r-1");
    post("/r-2:unload").isProblem(409, "model-in-use");
    post("/r-2:shadow").isProblem(409, "model-in-use");
    service.stop();
    // It is not forgotten over a restart either.
    service.run(policy);
    assertThat(service.get("/v1/models").text("/standsInFor")).isEqualTo("r-1");
    service.coordinator().restore(service.published("r-1"));
    service.awaitModel("r-1");
    assertAnswering("r-1");
    assertThat(service.get("/v1/models").json().has("standsInFor")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {PINS, UNTIL_NEWER})
  void chosenModel_whereNoOtherIsOnTheDisk_isKept_whileTheNewestStandsIn(String policy)
      throws Exception {
    chooseAndLose(policy);
    damage("r-2");
    service.start(policy);
    service.awaitModel("r-2");
    assertThat(service.get("/v1/models").text("/standsInFor")).isEqualTo("r-1");
    service.coordinator().restore(service.published("r-1"));
    service.awaitModel("r-1");
  }

  @Test
  void choices_thatCannotBeWrittenForAWhile_areFollowed_andNewerReleasesWait() throws Exception {
    chooseAndLose(PINS);
    Path inTheWay = Files.createDirectory(service.data().resolve("models.json.new"));
    Files.createFile(inTheWay.resolve("file"));
    service.run(PINS);
    assertAnswering("r-2");
    service.coordinator().restore(service.published("r-1"));
    service.awaitModel("r-1");
    service.coordinator().publish(TestReleases.write(service.published(), 3));
    service.await(() -> Files.exists(service.data().resolve("releases/r-3")));
    post("/r-2:activate").is(500);
    assertAnswering("r-1");
    Files.delete(inTheWay.resolve("file"));
    Files.delete(inTheWay);
    service.await(() -> service.get("/v1/models/r-3").status() == 200);
  }

  @Test
  void standIn_isFollowedByANewerRelease_unlessTheChosenModelIsPinned() throws Exception {
    chooseAndLose(PINS);
    service.start(PINS);
    service.awaitModel("r-2");
    service.publish(3);
    service.awaitModel("r-3");
    JsonNode list = service.get("/v1/models").json();
    assertThat(list.at("/policy").asString()).isEqualTo("pinned");
    assertThat(list.at("/standsInFor").asString()).isEqualTo("r-1");
    assertActive("r-2", post("/r-2:activate"));
    assertThat(service.get("/v1/models").json().has("standsInFor")).isFalse();
    post(":follow");
    service.stop();
    lose("r-3");
    service.run();
    assertThat(service.get("/v1/models").text("/standsInFor")).isEqualTo("r-3");
    service.coordinator().publish(TestReleases.write(service.published(), 4));
    service.awaitModel("r-4");
    assertThat(service.get("/v1/models").json().has("standsInFor")).isFalse();
  }

  @Test
  void changes_withoutTheOperatorsToken_areRefused() throws Exception {
    String newest = publishNewer(1).getFirst();
    running
        .send("POST", "/v1/models/" + newest + ":activate", "")
        .isProblem(401, "unauthenticated");
    running.send("POST", "/v1/models:rollback", "").isProblem(401, "unauthenticated");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void arrivingRelease_withEveryModelInUse_waitsForRoom(CapturedOutput log) throws Exception {
    service.start("--privirec.recommender.max-models=2");
    service.publish(1, 2);
    String arms =
        """
        {"salt": "s", "arms": [{"name": "old", "model": "r-1", "weight": 30},
                               {"name": "new", "model": "r-2", "weight": 70}]}\
        """;
    service.admin("PUT", "/v1/experiments/first", arms).is(201);
    service.coordinator().publish(TestReleases.write(service.published(), 3));
    post("/r-3:load").isProblem(409, "too-many-models");
    assertAnswering("r-2");
    service.await(() -> log.getOut().contains("The newest release is not loaded: 2 models"));
    service.admin("DELETE", "/v1/experiments/first");
    service.awaitModel("r-3");
    assertThat(log.getOut()).doesNotContain(" ERROR ");
  }

  /// Starts the service with releases.
  private void startWith(int... releases) throws Exception {
    service.start();
    service.publish(releases);
  }

  private Answer post(String action) {
    return service.admin("POST", "/v1/models" + action);
  }

  /// Gives the running service releases that are newer than all before.
  ///
  /// @return their names
  private static List<String> publishNewer(int count) throws Exception {
    List<String> names = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      running.publish(++published);
      names.add("r-" + published);
    }
    running.awaitModel(names.getLast());
    return names;
  }

  private static Answer change(String action) {
    return running.admin("POST", "/v1/models" + action);
  }

  private void publishPopularity(int n) throws Exception {
    service.coordinator().publish(TestReleases.writePopularity(service.published(), n));
  }

  /// Release 1 is chosen by hand, and gone when the service starts the next time.
  private void chooseAndLose(String policy) throws Exception {
    service.start(policy);
    service.publish(1, 2);
    post("/r-1:activate").is(200);
    service.stop();
    lose("r-1");
  }

  private void lose(String release) throws Exception {
    service.coordinator().withdraw(release);
    damage(release);
  }

  private void damage(String release) throws Exception {
    Path kept = service.data().resolve("releases").resolve(release);
    Files.writeString(kept.resolve(ReleaseManifest.CATALOGUE), "broken");
  }

  private static void assertActive(String version, Answer list) {
    assertThat(list.is(200).text("/active")).isEqualTo(version);
  }

  private void assertAnswering(String version) {
    assertAnswering(service, version);
  }

  private static void assertAnswering(RunningRecommender asked, String version) {
    assertThat(asked.recommend(ASKED).text("/modelVersion")).isEqualTo(version);
  }
}
