package io.privirec.client.roster;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestDeployment.With;
import io.privirec.client.TestRosters;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Rosters put over HTTP or read from a file, and what they do to rounds.
class RosterTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final String[] ALL = NAMES.toArray(String[]::new);

  @RegisterExtension
  private final TestDeployment deployment = TestDeployment.consenting(ITEMS, 4, NAMES);

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private String signed(Roster roster) {
    return coordinator.rosters().text(roster);
  }

  private String signed(int version, Cell... cells) {
    return signed(TestRosters.roster(version, coordinator.members(), cells));
  }

  private HttpResponse<String> put(String text) {
    return client.putText("/v1/roster", text);
  }

  private void refused(String text, int status, String code) {
    TestClient.refused(put(text), status, code);
  }

  @Test
  void put_newer_isInForceAlsoAfterARestart() {
    String first = signed(2, cell(1, ALL));
    var taken = json(put(first));
    assertThat(taken.get("version").asInt()).isEqualTo(2);
    assertThat(taken.get("members").asInt()).isEqualTo(6);
    assertThat(taken.at("/cells/0/members").asInt()).isEqualTo(6);
    assertThat(taken.get("unlisted").isEmpty()).isTrue();
    assertThat(put(first).statusCode()).isEqualTo(200);
    assertThat(client.get("/v1/roster").body()).isEqualTo(first);

    String second = signed(4, cell(2, "p1", "p2", "p3", "p4"));
    assertThat(json(put(second)).get("unlisted").valueStream().map(name -> name.asString()))
        .containsExactly("p5", "p6");
    client.restartWith();

    assertThat(client.get("/v1/roster").body()).isEqualTo(second);
    refused(first, 409, "outdated-roster");
    refused(signed(4, cell(2, ALL)), 409, "roster-conflict");
  }

  @Test
  void put_withoutAKeyOrUnderAnotherOne_isNotInForce() {
    client.restartWith("--privirec.client.roster-key=");
    refused(signed(2, cell(1, ALL)), 409, "roster-key-missing");
    assertThat(TestClient.code(client.get("/v1/roster"))).isEqualTo("no-roster");
    deployment.begin("no-key", deployment.parameters(1));
    deployment.awaitRefused("no-key", "roster-missing");

    IdentityKeyPair successor = IdentityKeyPair.generate(RANDOM);
    client.restartWith("--privirec.client.roster-key=" + successor.publicKey());
    assertThat(client.get("/v1/roster").statusCode()).isEqualTo(404);
    assertThat(put(SignedRoster.sign(coordinator.rosterInForce(), successor).text()).statusCode())
        .isEqualTo(200);
  }

  @Test
  void file_isReadAtStart(@TempDir Path home) throws IOException {
    Path file = home.resolve("roster");
    Files.writeString(file, signed(2, cell(1, ALL)));
    client.restartWith("--privirec.client.roster-file=" + file);
    assertThat(client.get("/v1/roster").body()).isEqualTo(Files.readString(file));

    String later = signed(3, cell(1, ALL));
    put(later);
    client.restartWith();
    assertThat(client.get("/v1/roster").body()).isEqualTo(later);

    Files.writeString(file, later.replace("\nversion ", "\nversion 1"));
    assertThatThrownBy(client::restartWith)
        .rootCause()
        .hasMessageContaining("not signed by the roster key");
    client.set("--privirec.client.roster-file=");
    client.start();
  }

  /// What was masked for counts as opened, also where the round came to nothing.
  @Test
  void cell_thatWasMaskedFor_mustBeListedForEver() {
    assertThat(client.get("/v1/participants/p1/masked-cells").body()).isEqualTo("[]");
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    deployment.begin("masked", deployment.parameters(1));
    await("five have uploaded", () -> coordinator.stagedChunks() == 5);
    deployment.finish(SessionView.Status.FAILED);
    var masked = json(client.get("/v1/participants/p1/masked-cells"));
    assertThat(masked.get(0).get("number").asInt()).isEqualTo(1);
    assertThat(masked.get(0).get("members").valueStream().map(name -> name.asString()))
        .containsExactly(ALL);
    client.restartWith();

    refused(signed(2, cell(2, "p1", "p2", "p3"), cell(3, "p4", "p5", "p6")), 409, "cell-missing");
    refused(signed(2, cell(1, "p1", "p2", "p3", "p4", "p5")), 409, "cell-changed");
    refused(signed(2, new Cell(1, 4, false, cell(1, ALL).members())), 409, "cell-changed");

    // Halves of three are large enough.
    client.put(
        signed(2, cell(1, ALL).retired(), cell(2, "p1", "p2", "p3"), cell(3, "p4", "p5", "p6")));
    refused(
        signed(
            3,
            cell(1, ALL).retired(),
            cell(2, "p1", "p2", "p3").retired(),
            cell(3, "p4", "p5", "p6").retired(),
            cell(4, "p1", "p2", "p4", "p5")),
        422,
        "atom-too-small");
    // Nobody masked for the halves: a keeper's slip is not for ever.
    client.put(signed(3, cell(1, ALL)));
  }

  @Test
  void smallAtom_withWaiversOfAllItsMembers_isTaken() {
    deployment.openFirst("opened", deployment.parameters(1));
    deployment.finish(SessionView.Status.FAILED);
    Cell[] cells = {cell(1, ALL).retired(), cell(2, "p1", "p2", "p3", "p4")};
    refused(signed(2, cells), 422, "atom-too-small");

    String p5 = client.waiver("p5", "p5", "p6");
    String p6 = client.waiver("p6", "p5", "p6");
    refused(with(2, List.of(p5), cells), 422, "atom-too-small");
    String forged = p6.substring(0, p6.lastIndexOf(' ')) + p5.substring(p5.lastIndexOf(' '));
    refused(with(2, List.of(p5, forged), cells), 422, "bad-waiver");
    client.put(with(2, List.of(p5, p6), cells));

    var signed = json(client.get("/v1/participants/p5/waivers"));
    assertThat(signed.at("/waivers/0/waiver").asString()).isEqualTo(p5);
    assertThat(signed.at("/waivers/0/statement").asString()).isEqualTo(Waiver.SENTENCE);
    assertThat(client.waiver("p5", "p5", "p6")).isEqualTo(p5);
    assertThat(json(client.get("/v1/participants/p5/waivers")).get("waivers")).hasSize(1);
  }

  @Test
  void leavers_withDepartureClauses_needNoWaiver() {
    deployment.openFirst("opened", deployment.parameters(1));
    deployment.finish(SessionView.Status.FAILED);
    List<String> lines = List.of(client.departure("p5"), client.departure("p6"));
    client.put(with(2, lines, cell(1, ALL).retired(), cell(2, "p1", "p2", "p3", "p4")));
  }

  /// The keeper puts the lines that it was given into its text.
  private String with(int version, List<String> lines, Cell... cells) {
    String text = signed(version, cells);
    String body = text.substring(0, text.indexOf("signature "));
    String all = body + String.join("\n", lines) + "\n" + text.substring(body.length());
    try {
      return signed(SignedRoster.parse(all).roster());
    } catch (GeneralSecurityException e) {
      return all;
    }
  }

  /// Between the first message and the masks.
  @Test
  void round_whoseRosterIsSupersededBeforeItMasks_isGivenUp() {
    coordinator.silent = true;
    deployment.begin("superseded", deployment.parameters(1));
    await("all have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 6);
    client.put(signed(2, cell(1, ALL)));
    coordinator.silent = false;

    deployment.awaitRefused("superseded", "roster-superseded");

    assertThat(client.masked("p1")).isEmpty();
    assertThat(coordinator.stagedChunks()).isZero();
    assertThat(client.get("/actuator/prometheus").body())
        .contains("participant_refusals_total{reason=\"roster-superseded\"}");
  }

  @Test
  @With("--privirec.client.threat-model=semi-malicious")
  void tolerantSession_ofAWeakerThreatModelThanAccepted_isRefusedAtFirstContact() {
    deployment.begin(
        "weak",
        RehearsalParameters.DEFAULT
            .withElements(64L)
            .withRounds(1)
            .withSeed(1L)
            .withRingBits(32)
            .withRoundKind("tolerant"));

    deployment.awaitRefused("weak", "threat-model-too-weak");
    assertThat(deployment.of("p1", "weak").status()).isEqualTo("OVER");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }
}
