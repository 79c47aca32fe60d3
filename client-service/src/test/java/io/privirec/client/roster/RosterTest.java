package io.privirec.client.roster;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.PriviRecK;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A roster put over HTTP or read from a file, and what it does to rounds.
class RosterTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ITEMS = 20;
  private static final String[] NAMES = {"p1", "p2", "p3"};

  @TempDir static Path data;
  private static final IdentityKeyPair keeper = IdentityKeyPair.generate(RANDOM);
  private static final Holders holders = new Holders(ITEMS, 4, 5, NAMES);
  private static TestCoordinator coordinator;
  private static TestClient client;

  /// The highest version that was put in force: tests run in any order.
  private static int version;

  @BeforeAll
  static void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    client =
        new TestClient(
            data,
            coordinator.url(),
            "--privirec.client.approval=auto",
            "--privirec.client.roster-key=" + keeper.publicKey());
    for (String name : NAMES) {
      client.host(name);
      client.importCsv(name, holders.csv(name));
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    coordinator.close();
  }

  private static void restartWith(String... properties) {
    client.stop();
    for (String property : properties) {
      client.set(property);
    }
    client.start();
  }

  private static String newer(List<CohortMember> members) {
    return signed(++version, members);
  }

  /// A roster of one cell of these members, and of strangers up to the smallest cell there is.
  private static String signed(int number, List<CohortMember> members) {
    List<CohortMember> listed = new ArrayList<>(members);
    while (listed.size() < Cell.LEAST_MINIMUM) {
      listed.add(stranger("stranger-" + listed.size()));
    }
    return SignedRoster.sign(Roster.ofOneCell(number, listed), keeper).text();
  }

  private static HttpResponse<String> put(String text) {
    return client.putText("/v1/roster", text);
  }

  private static void refused(String text, int status, String code) {
    HttpResponse<String> response = put(text);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).get("code").asString()).isEqualTo(code);
  }

  private static CohortMember stranger(String id) {
    return new CohortMember(new ParticipantId(id), IdentityKeyPair.generate(RANDOM).publicKey());
  }

  @Test
  void put_newer_isInForceAlsoAfterARestart() {
    String first = newer(coordinator.members());
    var taken = json(put(first));
    assertThat(taken.get("version").asInt()).isEqualTo(version);
    assertThat(taken.get("members").asInt()).isEqualTo(3);
    assertThat(taken.get("unlisted").isEmpty()).isTrue();
    assertThat(put(first).statusCode()).isEqualTo(200);
    assertThat(client.get("/v1/roster").body()).isEqualTo(first);

    String second = newer(List.of(stranger("p1"), coordinator.members().get(1)));
    assertThat(json(put(second)).get("unlisted").valueStream().map(name -> name.asString()))
        .containsExactly("p1", "p3");
    restartWith();

    assertThat(client.get("/v1/roster").body()).isEqualTo(second);
    refused(first, 409, "outdated-roster");
    refused(signed(version, coordinator.members()), 409, "outdated-roster");
  }

  @Test
  void put_whatCannotBeBelieved_isRefusedByName() {
    String before = newer(coordinator.members());
    put(before);
    String good = signed(version + 1, coordinator.members());
    refused("", 422, "malformed-roster");
    refused(good.replace("member p2 ", "member p2  "), 422, "malformed-roster");
    refused(good.replace("\n", "\r\n"), 422, "malformed-roster");
    refused(good + "é", 422, "malformed-roster");
    refused(good.replace("\nversion ", "\nversion 1"), 422, "bad-signature");
    refused(
        SignedRoster.sign(Roster.ofOneCell(version + 1, coordinator.members()), coordinator.key())
            .text(),
        422,
        "bad-signature");
    refused("x".repeat(SignedRoster.MAX_TEXT_BYTES + 1), 413, "payload-too-large");
    assertThat(client.post("/v1/roster", "text/plain", good).statusCode()).isEqualTo(405);
    assertThat(client.get("/v1/roster").body()).isEqualTo(before);
  }

  @Test
  void put_withoutAKeyOrUnderAnotherOne_isNotInForce() {
    put(newer(coordinator.members()));
    restartWith("--privirec.client.roster-key=");
    refused(signed(version + 1, coordinator.members()), 409, "roster-key-missing");
    assertThat(json(client.get("/v1/roster")).get("code").asString()).isEqualTo("no-roster");

    IdentityKeyPair successor = IdentityKeyPair.generate(RANDOM);
    restartWith("--privirec.client.roster-key=" + successor.publicKey());
    assertThat(client.get("/v1/roster").statusCode()).isEqualTo(404);
    assertThat(
            put(SignedRoster.sign(Roster.ofOneCell(1, coordinator.members()), successor).text())
                .statusCode())
        .isEqualTo(200);

    restartWith("--privirec.client.roster-key=" + keeper.publicKey());
  }

  @Test
  void file_isReadAtStart(@TempDir Path home) throws IOException {
    Path file = home.resolve("roster");
    Files.writeString(file, newer(coordinator.members()));
    restartWith("--privirec.client.roster-file=" + file);
    assertThat(client.get("/v1/roster").body()).isEqualTo(Files.readString(file));

    String later = newer(coordinator.members());
    put(later);
    restartWith();
    assertThat(client.get("/v1/roster").body()).isEqualTo(later);

    Files.writeString(file, later.replace("\nversion ", "\nversion 1"));
    assertThatThrownBy(RosterTest::restartWith).rootCause().hasMessageContaining("bad-signature");
    client.set("--privirec.client.roster-file=");
    client.start();
  }

  @Test
  void round_ofTheRoster_isJoined() {
    put(newer(coordinator.members()));
    begin("inside");
    await("degrees are opened", coordinator::isUnmasked);
  }

  @Test
  void round_withAMemberOutsideTheRoster_isRefusedUntilItIsListed() {
    put(newer(coordinator.members().subList(0, 2)));
    begin("outside");
    requireRefused("outside", "outside-roster");
    put(newer(coordinator.members()));
    coordinator.open(0, 2, Optional.empty());
    await("the next attempt is opened", coordinator::isUnmasked);
  }

  @Test
  void round_withAMemberOfAnotherKey_isRefused() {
    List<CohortMember> other = new ArrayList<>(coordinator.members());
    other.set(2, stranger("p3"));
    put(newer(other));
    begin("keys");
    requireRefused("keys", "outside-roster");
  }

  @Test
  void session_ofAWeakerThreatModelThanAccepted_isRefusedAtFirstContact() {
    restartWith("--privirec.client.threat-model=semi-malicious");
    put(newer(coordinator.members()));
    begin("weak");

    await("it is refused", () -> "threat-model-too-weak".equals(of("weak").refusal()));
    assertThat(of("weak").status()).isEqualTo("OVER");
    assertThat(of("weak").disclosed().getFirst()).contains("threat-model-too-weak");
    assertThat(data.resolve("sessions/snapshots/weak")).doesNotExist();
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    requireCounted("threat-model-too-weak");
    restartWith("--privirec.client.threat-model=semi-honest");
  }

  @Test
  void semiMaliciousRound_withARoster_isJoinedAndWithoutOneRefused() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    restartWith("--privirec.client.roster-key=", "--privirec.client.threat-model=semi-malicious");
    begin("alone");
    requireRefused("alone", "roster-missing");

    restartWith("--privirec.client.roster-key=" + keeper.publicKey());
    put(newer(coordinator.members()));
    coordinator.open(0, 2, Optional.empty());
    await("degrees are opened", coordinator::isUnmasked);
    assertThat(coordinator.received(Phase.CONSISTENCY_CHECK)).isEqualTo(NAMES.length);

    coordinator.threatModel = ThreatModel.SEMI_HONEST;
    restartWith("--privirec.client.threat-model=semi-honest");
  }

  private void begin(String session) {
    coordinator.begin(session, new PriviRecK(ITEMS, 4, 1, 0.3, 1, 4, ITEMS));
    coordinator.open(0, 1, Optional.empty());
  }

  private ParticipationView of(String session) {
    return client.participations("p1").stream()
        .filter(view -> view.sessionId().equals(session))
        .findFirst()
        .orElseGet(() ->
            new ParticipationView(
                session, "p1", "NONE", null, null, List.of(), 0, 0, List.of(), List.of()));
  }

  private void requireRefused(String session, String reason) {
    await(
        "it is refused",
        () ->
            of(session).rounds().stream()
                .anyMatch(round -> Objects.equals(round.abortReason(), reason)));
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    requireCounted(reason);
  }

  private void requireCounted(String reason) {
    assertThat(client.get("/actuator/prometheus").body())
        .contains("participant_refusals_total{reason=\"" + reason + "\"}");
  }
}
