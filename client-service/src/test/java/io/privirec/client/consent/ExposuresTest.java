package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.wire.ExposureView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Figures that a holder reads before it approves sums without noise.
class ExposuresTest {
  private static final int ITEMS = 40;
  private static final int USERS = 6;
  private static final int COLUMNS = 8;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @RegisterExtension
  private static final TestDeployment deployment =
      new TestDeployment(
          ITEMS,
          0,
          NAMES,
          "--privirec.client.approval=auto",
          "--privirec.client.sums-without-noise=ask",
          "--privirec.client.answer-delay=PT0S");

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  /// Gives each user two items that no other user of the participant has.
  @BeforeAll
  static void importHistories() {
    for (String name : NAMES) {
      for (int user = 0; user < USERS; user++) {
        addUser(name, user);
      }
    }
  }

  private static void addUser(String participant, int user) {
    String name = participant + "/" + user;
    int item = 2 * (NAMES.indexOf(participant) * USERS + user);
    client.importCsv(participant, "%s,i%s\n%s,i%s\n".formatted(name, item, name, item + 1));
  }

  private static Algorithm ask(String session) {
    Algorithm algorithm =
        deployment.begin(session, PriviRecKParameters.gfCf(COLUMNS, 1, 0.3, 7L, COLUMNS, ITEMS));
    await("all are asked", () -> deployment.isAsked(session));
    return algorithm;
  }

  private static HttpResponse<String> get(String participant, String session) {
    return client.get("/v1/participants/" + participant + "/sessions/" + session + "/exposure");
  }

  private static ExposureView exposure(String participant, String session) {
    HttpResponse<String> answer = get(participant, session);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JsonMapper.shared().readValue(answer.body(), ExposureView.class);
  }

  private static String disclosure(String participant, String session) {
    return String.join(" ", deployment.of(participant, session).wouldDisclose());
  }

  @Test
  void exposure_beforeApproval_isOfThePresentDataAndShownWithTheRequest() {
    ask("present");
    assertThat(disclosure("p1", "present"))
        .contains("is not measured yet")
        .contains("/v1/participants/p1/sessions/present/exposure");

    ExposureView view = exposure("p1", "present");

    assertThat(view.users()).isEqualTo(USERS);
    assertThat(view.read()).isEqualTo(USERS);
    assertThat(view.method()).isEqualTo("DECODED");
    assertThat(view.equations()).isEqualTo(view.equationsBefore() + COLUMNS);
    assertThat(view.text())
        .startsWith("With decoder v1, 6 of your 6 users are read from your data alone.");
    assertThat(disclosure("p1", "present")).contains(view.text()).doesNotContain("not measured");
    assertThat(disclosure("p2", "present")).contains("is not measured yet");
    assertThat(exposure("p1", "present")).as("a second request measures nothing").isEqualTo(view);
  }

  @Test
  void exposure_ofOtherData_isMeasuredAgain() {
    ask("before");
    ExposureView before = exposure("p2", "before");

    addUser("p2", USERS);

    TestClient.refused(
        deployment.client().postJson("/v1/participants/p2/sessions/before:approve", ""),
        409,
        "exposure-not-measured");
    assertThat(exposure("p2", "before").users()).isEqualTo(before.users() + 1);
  }

  @Test
  void exposure_afterApproval_isOfTheSnapshot() {
    ask("frozen");
    deployment.approve("p3", "frozen");
    ExposureView before = exposure("p3", "frozen");

    addUser("p3", USERS);

    assertThat(exposure("p3", "frozen").users()).isEqualTo(before.users());
  }

  /// The only test that opens sums, so each participant's ledger is empty at its begin.
  @Test
  void exposure_afterASession_countsItsEquationsForLife(@TempDir Path work) throws IOException {
    deployment.begin("counts", ItemDegreesParameters.DEFAULT.withMinSupport(5));
    await("all are asked", () -> deployment.isAsked("counts"));
    ExposureView ofCounts = exposure("p1", "counts");
    assertThat(ofCounts.equations()).isZero();
    assertThat(ofCounts.read()).isNull();
    assertThat(ofCounts.text())
        .startsWith("With decoder v1, of your 6 users none by this decoder is read");
    deployment.finish(SessionView.Status.FAILED);

    Algorithm algorithm = ask("earlier");
    ExposureView before = exposure("p1", "earlier");
    assertThat(before.equationsBefore()).isZero();
    NAMES.forEach(name -> deployment.approve(name, "earlier"));
    await("the first sum is opened", coordinator::isSummed);
    coordinator.open(1, 1, Optional.of(coordinator.broadcastAfter(0, algorithm, work)));
    await("the product is opened", coordinator::isSummed);
    assertThat(exposure("p1", "earlier").equations())
        .as("the plan covers the session's own entries")
        .isEqualTo(before.equations());
    deployment.finish(SessionView.Status.PUBLISHED);

    ask("later");

    ExposureView after = exposure("p1", "later");
    assertThat(after.equationsBefore()).isEqualTo(COLUMNS);
    assertThat(after.equations()).isEqualTo(after.equationsBefore() + COLUMNS);
  }

  @Test
  void exposure_ofNoiseOrNoSession_isAProblem() {
    PrivacyParameters noise =
        PrivacyParameters.of(.3, 1e-6).withItemsPerUser(5).withColluders(1).withRounds("closed");
    deployment.begin("noisy", ItemDegreesParameters.DEFAULT.withPrivacy(noise));
    await("all take part", () -> deployment.find("p1", "noisy").isPresent());
    refused(get("p1", "noisy"), 409, "sums-with-noise");
    refused(get("p1", "nowhere"), 404, "unknown-session");
    refused(get("p1", "not+a+name"), 404, "unknown-session");
    refused(get("nobody", "noisy"), 404, "unknown-participant");

    ask("over");
    String path = "/v1/participants/p1/sessions/over/exposure";
    refused(client.send("GET", path, BodyPublishers.noBody()), 401, "unauthenticated");
    deployment.finish(SessionView.Status.FAILED);
    refused(get("p1", "over"), 409, "session-over");
  }
}
