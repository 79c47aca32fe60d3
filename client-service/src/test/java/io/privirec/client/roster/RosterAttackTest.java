package io.privirec.client.roster;

import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.SessionView;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Rosters of a keeper that helps the coordinator, after a sum over a cell of seven: holders that
/// count twice, and signatures that nobody gave for what they are used for. So are texts that no
/// keeper signed. All are refused by name, and none is ever in force.
class RosterAttackTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7");
  private static final Cell WHOLE = cell(1, NAMES.toArray(String[]::new));
  private static final Cell USED = WHOLE.retired();

  /// Leaves `p6` and `p7` in a small atom.
  private static final Cell REST = cell(2, "p1", "p2", "p3", "p4", "p5");

  private static final Map<String, String> NO_SHARED_HOLDER = Map.of();

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(ITEMS, 4, NAMES);

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();
  private static final PublicIdentityKey rosterKey = coordinator.rosters().keeper().publicKey();
  private static String inForce;

  @BeforeAll
  static void sumTheCell() {
    inForce = client.get("/v1/roster").body();
    deployment.openFirst("used", deployment.parameters(1));
    deployment.finish(SessionView.Status.FAILED);
  }

  private static HttpResponse<String> put(
      Map<String, String> holders,
      List<Waiver> waivers,
      List<DepartureClause> departures,
      Cell... cells) {
    List<RosterMember> lines =
        coordinator.members().stream()
            .map(member ->
                new RosterMember(
                    member.id(),
                    member.identityKey(),
                    new Holder(holders.getOrDefault(member.id().value(), member.id().value())),
                    Collections.emptySortedSet()))
            .toList();
    Roster roster = new Roster(2, List.of(cells), lines, waivers, departures);
    return client.putText("/v1/roster", coordinator.rosters().text(roster));
  }

  private static void refused(HttpResponse<String> answer, String code, String detail) {
    TestClient.refused(answer, 422, code);
    assertThat(json(answer).get("detail").asString()).contains(detail);
    assertThat(client.get("/v1/roster").body()).isEqualTo(inForce);
  }

  private static void refused(String code, String detail, Waiver... waivers) {
    refused(put(NO_SHARED_HOLDER, List.of(waivers), List.of(), USED, REST), code, detail);
  }

  private static void refused(String text, int status, String code) {
    TestClient.refused(client.putText("/v1/roster", text), status, code);
    assertThat(client.get("/v1/roster").body()).isEqualTo(inForce);
  }

  private static String text(List<CohortMember> members) {
    return coordinator.rosters().text(TestRosters.roster(2, members, WHOLE));
  }

  private static IdentityKeyPair identity(String participant) {
    return client
        .bean(ParticipantStore.class)
        .find(new ParticipantId(participant))
        .orElseThrow()
        .identity();
  }

  private static Waiver waiver(String signer, IdentityKeyPair key, String... atom) {
    List<ParticipantId> members = Arrays.stream(atom).map(ParticipantId::new).toList();
    return Waiver.sign(rosterKey, members, new ParticipantId(signer), key);
  }

  private static Waiver waiver(String signer, String... atom) {
    return waiver(signer, identity(signer), atom);
  }

  @Test
  void put_whatCannotBeBelieved_isRefusedByName() {
    String good = text(coordinator.members());
    refused("", 422, "malformed-roster");
    refused("privirec-roster v1\nversion 2\n", 422, "malformed-roster");
    refused(good.replace("p2 ", "p2  "), 422, "malformed-roster");
    refused(good.replace("\n", "\r\n"), 422, "malformed-roster");
    refused(good + "é", 422, "malformed-roster");
    refused(good.replace("\nversion ", "\nversion 1"), 422, "bad-signature");
    refused(
        SignedRoster.sign(coordinator.rosterInForce(), coordinator.key()).text(),
        422,
        "bad-signature");
    refused("x".repeat(SignedRoster.MAX_TEXT_BYTES + 1), 413, "payload-too-large");
    assertThat(client.post("/v1/roster", "text/plain", good).statusCode()).isEqualTo(405);
    assertThat(client.get("/v1/roster").body()).isEqualTo(inForce);
  }

  @Test
  void put_withAnotherKeyOfAHostedParticipant_isRefused() {
    List<CohortMember> members = new ArrayList<>(coordinator.members());
    PublicIdentityKey another = IdentityKeyPair.generate(new SecureRandom()).publicKey();
    members.set(0, new CohortMember(members.get(0).id(), another));

    refused(text(members), 409, "roster-key-mismatch");
  }

  @Test
  void waiver_forAnAtomWithoutTheSigner_isRefused() {
    var answer = client.postJson("/v1/participants/p5/waivers", "{\"atom\":[\"p6\"]}");
    TestClient.refused(answer, 422, "invalid-value");
    var none = client.postJson("/v1/participants/p5/waivers", "{\"atom\":[]}");
    assertThat(none.statusCode()).isEqualTo(422);
    var nonsense = client.postJson("/v1/participants/p5/waivers", "{\"atom\":[\"p5\",\"A b\"]}");
    assertThat(nonsense.statusCode()).isEqualTo(422);
    var twice = client.postJson("/v1/participants/p5/waivers", "{\"atom\":[\"p5\",\"p5\"]}");
    TestClient.refused(twice, 422, "invalid-value");
    assertThat(twice.body()).contains("/atom/1");
  }

  @Test
  void atom_ofThreeParticipantsOfTwoHolders_isTooSmall() {
    Cell four = cell(2, "p1", "p2", "p3", "p4");
    refused(
        put(Map.of("p7", "p6"), List.of(), List.of(), USED, four),
        "atom-too-small",
        "holders: 2, minimum: 3");
  }

  @Test
  void cell_ofThreeParticipantsOfTwoHolders_isNoCell() {
    Cell three = cell(3, "p5", "p6", "p7");
    String text =
        coordinator
            .rosters()
            .text(
                TestRosters.roster(
                    2, coordinator.members(), USED, cell(2, "p1", "p2", "p3", "p4"), three));
    String shared = text.replace(" p7 1,3", " p6 1,3");
    assertThat(shared).isNotEqualTo(text);
    refused(client.putText("/v1/roster", shared), "malformed-roster", "at least 3 holders");
  }

  @Test
  void waiver_ofSomeOfTheAtomOnly_namesWhoHasNotSigned() {
    refused("atom-too-small", "lacks the signature of p6,p7");
    refused("atom-too-small", "lacks the signature of p7", waiver("p6", "p6", "p7"));
    // Who waives for itself alone does so for the larger atom, too; the other has still not.
    refused("atom-too-small", "lacks the signature of p7", waiver("p6", "p6"));
  }

  @Test
  void waiver_withAnotherKey_isForged() {
    IdentityKeyPair stranger = IdentityKeyPair.generate(new SecureRandom());
    Waiver good = waiver("p6", "p6", "p7");
    refused("bad-waiver", "p7", good, waiver("p7", stranger, "p6", "p7"));
    refused("bad-waiver", "p7", good, waiver("p7", identity("p6"), "p6", "p7"));
  }

  @Test
  void waiver_movedFromAnotherAtom_isForgedOrOfNoUse() {
    Waiver good = waiver("p6", "p6", "p7");
    Waiver larger = waiver("p7", "p5", "p6", "p7");
    refused("atom-too-small", "lacks the signature of p7", good, larger);
    refused("bad-waiver", "p7", good, new Waiver(good.atom(), larger.signer(), larger.signature()));
  }

  @Test
  void waiver_movedFromAnotherFederation_isForged() {
    PublicIdentityKey elsewhere = IdentityKeyPair.generate(new SecureRandom()).publicKey();
    Waiver good = waiver("p6", "p6", "p7");
    Waiver moved = Waiver.sign(elsewhere, good.atom(), new ParticipantId("p7"), identity("p7"));
    refused("bad-waiver", "p7", good, moved);
  }

  @Test
  void departureClause_forgedOrMoved_isRefused() {
    ParticipantId p7 = new ParticipantId("p7");
    PublicIdentityKey elsewhere = IdentityKeyPair.generate(new SecureRandom()).publicKey();
    DepartureClause good = DepartureClause.sign(rosterKey, new ParticipantId("p6"), identity("p6"));
    for (DepartureClause bad :
        List.of(
            DepartureClause.sign(rosterKey, p7, identity("p6")),
            DepartureClause.sign(elsewhere, p7, identity("p7")),
            new DepartureClause(p7, good.signature()))) {
      refused(put(NO_SHARED_HOLDER, List.of(), List.of(good, bad), USED, REST), "bad-waiver", "p7");
    }
  }

  /// Who stays in another cell has not left.
  @Test
  void departureClause_ofWhoIsInACurrentCell_doesNotCount() {
    List<DepartureClause> clauses =
        List.of("p5", "p6", "p7").stream()
            .map(name -> DepartureClause.sign(rosterKey, new ParticipantId(name), identity(name)))
            .toList();
    Cell[] cells = {USED, REST.retired(), cell(3, "p5", "p6", "p7")};
    refused(
        put(NO_SHARED_HOLDER, List.of(), clauses, cells),
        "atom-too-small",
        "lacks the signature of p5");
  }
}
