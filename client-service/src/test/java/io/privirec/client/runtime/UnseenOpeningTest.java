package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestCoordinator.among;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.PriviRecK;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// A coordinator that opens a sum with the fewest answers, and asks those it left out for a second
/// sum over a few participants less. Of ten, six answers open; of eight, five.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UnseenOpeningTest {
  private static final int ITEMS = 20;
  private static final String[] NAMES =
      IntStream.rangeClosed(1, 10).mapToObj("p%02d"::formatted).toArray(String[]::new);

  @TempDir static Path data;
  private static final IdentityKeyPair keeper = IdentityKeyPair.generate(new SecureRandom());
  private static final Holders holders = new Holders(ITEMS, 4, 3, NAMES);
  private static TestCoordinator coordinator;
  private static TestClient client;

  @BeforeAll
  static void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
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
    client.putText(
        "/v1/roster", SignedRoster.sign(Roster.ofOneCell(1, coordinator.members()), keeper).text());
  }

  @AfterAll
  static void stop() {
    client.close();
    coordinator.close();
  }

  private static void open(String session, UnaryOperator<RoundRecord> terms) {
    coordinator.begin(session, new PriviRecK(ITEMS, 4, 1, 0.3, 5, 4, ITEMS));
    coordinator.open(0, 1, Optional.empty(), terms, signed -> signed);
  }

  private static boolean refused(String participant, String session) {
    return client.participations(participant).stream()
        .filter(view -> view.sessionId().equals(session))
        .flatMap(view -> view.rounds().stream())
        .anyMatch(round -> "differencing".equals(round.abortReason()));
  }

  private static String[] first(int count) {
    return Arrays.copyOf(NAMES, count);
  }

  @Test
  @Order(1)
  void sessionOverTwoLess_afterARoundThatEndedUnseen_isJoinedByNobody() {
    open("unseen", terms -> terms);
    await("all have committed", () -> coordinator.received(Phase.MASKED_INPUT) == NAMES.length);
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());

    open("two-less", among(first(8)));

    for (String name : first(8)) {
      await(name + " refuses", () -> refused(name, "two-less"));
    }
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
  }

  /// Nine need six answers; four that were not asked and one corrupt participant do not reach that.
  @Test
  @Order(2)
  void sessionOverOneLess_afterARoundThatEndedUnseen_isOpened() {
    open("one-less", among(first(9)));

    await("it is opened", coordinator::isUnmasked);
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
  }
}
