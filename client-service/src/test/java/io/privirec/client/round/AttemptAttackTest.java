package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A coordinator that plays the attempts of one closed round against each other, and messages of
/// one against another.
class AttemptAttackTest {
  private static final int ITEMS = 20;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final ParticipantId PEER = new ParticipantId("p2");

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(ITEMS, 4, NAMES);

  private static final TestCoordinator coordinator = deployment.coordinator();

  private static Digest sent(RoundId round, String participant) {
    List<Digest> bodies =
        coordinator.arrivals().get(round.hex() + "/" + participant + "/0").stream()
            .distinct()
            .toList();
    assertThat(bodies).as("texts of %s under the masks of %s", participant, round).hasSize(1);
    return bodies.getFirst();
  }

  /// The coordinator would have two sums of the same round; the masks have nothing in common.
  @Test
  void attempts_bothOpened_areTheSameSumUnderOtherMasks() throws IOException {
    Algorithm algorithm = coordinator.begin("both", deployment.parameters(1));
    RoundId first = coordinator.openBeside(1);
    await("the first is opened", () -> coordinator.isSummed(first));
    deployment.client().importCsv("p1", "p1/newcomer,i1\n");
    RoundId second = coordinator.openBeside(2);
    await("the second is opened", () -> coordinator.isSummed(second));

    for (RoundId round : List.of(first, second)) {
      assertThat(deployment.holders().isSumOfAll(coordinator.sum(round), algorithm, 0, null))
          .isTrue();
    }
    for (String name : NAMES) {
      assertThat(sent(first, name)).isNotEqualTo(sent(second, name));
    }
  }

  /// Two have contributed to the first attempt, and the third has been at it.
  @Test
  void lateUpload_afterALaterAttemptWasJoined_isNotSent() {
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p3");
    coordinator.begin("late", deployment.parameters(1));
    RoundId first = coordinator.openBeside(1);
    await("two have contributed", () -> coordinator.received(Phase.MASKED_INPUT) == 2);
    RoundId second = coordinator.openBeside(2);
    deployment.awaitRefused(List.of("p3"), "late", "another-attempt");

    coordinator.takesChunk = (participant, chunk) -> true;
    await("the second is opened", () -> coordinator.isSummed(second));

    assertThat(coordinator.isSummed(first)).isFalse();
    assertThat(sent(first, "p3")).isNotEqualTo(sent(second, "p3"));
  }

  @Test
  void keys_replayedFromAnEarlierAttempt_areRefused() {
    AtomicReference<AdvertisedKeys> earlier = openFirstAttempt("replayed");

    refuses(2, "replayed", "context-mismatch", keys -> earlier.get());
  }

  @Test
  void keys_ofOneReplayedFromAnEarlierAttempt_areRefused() {
    AtomicReference<AdvertisedKeys> earlier = openFirstAttempt("one-replayed");

    refuses(
        2,
        "one-replayed",
        "context-mismatch",
        keys -> with(keys, earlier.get().of(PEER).orElseThrow()));
    refuses(
        3,
        "one-replayed",
        "advertisement-signature-invalid",
        keys ->
            with(
                keys,
                Forged.with(earlier.get().of(PEER).orElseThrow(), "context", keys.context())));
  }

  @Test
  void keys_ofTwoSwapped_areRefused() {
    coordinator.begin("swapped", deployment.parameters(1));
    refuses(
        1,
        "swapped",
        "advertisement-signature-invalid",
        keys -> {
          KeyAdvertisement two = keys.of(PEER).orElseThrow();
          KeyAdvertisement three = keys.of(new ParticipantId("p3")).orElseThrow();
          return with(
              with(keys, Forged.with(two, "maskKey", three.maskKey())),
              Forged.with(three, "maskKey", two.maskKey()));
        });
  }

  /// The round goes on under other terms than those that were joined.
  @Test
  void record_changedAfterJoining_isRefused() {
    AtomicReference<RoundRecord> joined = new AtomicReference<>();
    coordinator.begin("changed", deployment.parameters(1));
    refuses(
        1,
        "changed",
        "context-mismatch",
        terms -> {
          joined.set(terms);
          return terms;
        },
        keys -> {
          RoundRecord terms = joined.get();
          RoundKind other = new RoundKind.Closed(roster(terms), List.of(2));
          RoundRecord changed = Forged.with(terms, "kind", other);
          return new AdvertisedKeys(changed.context(), keys.advertisements());
        });
  }

  @Test
  void messageOfATolerantRound_inAClosedOne_isRefused() {
    coordinator.begin("kind", deployment.parameters(1));
    refuses(
        1,
        "kind",
        "out-of-order",
        keys -> new DeliveredShares(keys.context(), PEER, new TreeMap<>()));
  }

  private static RosterReference roster(RoundRecord terms) {
    return ((RoundKind.Closed) terms.kind()).roster();
  }

  /// Opens the first attempt of a session.
  ///
  /// @return the keys that it was summed under
  private static AtomicReference<AdvertisedKeys> openFirstAttempt(String session) {
    AtomicReference<AdvertisedKeys> published = new AtomicReference<>();
    coordinator.messages =
        message -> {
          if (message instanceof AdvertisedKeys keys) {
            published.set(keys);
          }
          return message;
        };
    deployment.openFirst(session, deployment.parameters(1));
    coordinator.messages = message -> message;
    return published;
  }

  private static void refuses(
      int attempt,
      String session,
      String reason,
      Function<AdvertisedKeys, CoordinatorMessage> lie) {
    refuses(attempt, session, reason, terms -> terms, lie);
  }

  /// Who is told the lie gives the attempt up, and sends no chunk.
  private static void refuses(
      int attempt,
      String session,
      String reason,
      UnaryOperator<RoundRecord> terms,
      Function<AdvertisedKeys, CoordinatorMessage> lie) {
    coordinator.messages =
        message -> message instanceof AdvertisedKeys keys ? lie.apply(keys) : message;
    RoundId round = coordinator.open(0, attempt, Optional.empty(), terms, signed -> signed);
    await(session + " is refused: " + reason, () -> gaveUp(session, attempt, reason));

    assertThat(coordinator.arrivals().keySet())
        .noneMatch(arrival -> arrival.startsWith(round.hex() + "/p1/"));
    assertThat(coordinator.isSummed()).isFalse();
  }

  private static boolean gaveUp(String session, int attempt, String reason) {
    return deployment.find("p1", session).stream()
        .flatMap(view -> view.rounds().stream())
        .anyMatch(round -> round.attempt() == attempt && reason.equals(round.abortReason()));
  }

  private static AdvertisedKeys with(AdvertisedKeys keys, KeyAdvertisement instead) {
    return new AdvertisedKeys(
        keys.context(),
        keys.advertisements().stream()
            .map(each -> each.sender().equals(instead.sender()) ? instead : each)
            .toList());
  }
}
