package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.runtime.ReleaseListener;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.sampling.Variance;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ModelView;
import io.privirec.wire.Protection;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// ε at home: by the coordinator's word, and by the holder's own ledger.
class HomeClaimTest {
  private static final int ITEMS = 6;

  private static final Use NOISE =
      new Use.Noise(
          new DistributedDiscreteGaussian(
              new IntegerSensitivity(4, 16), 100, Variance.of(400), new NoiseShares(9, 2, 1)),
          Unit.USER,
          Adjacency.ADD_OR_REMOVE,
          Optional.empty());

  @TempDir private Path data;
  @TempDir private Path published;
  private TestCoordinator coordinator;
  private TestClient client;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    client = new TestClient(data, coordinator);
    client.start();
    client.host("p1");
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    coordinator.close();
  }

  private void publish() throws Exception {
    Path release = TestReleases.writePrivate(published, 1, ITEMS, coordinator.key());
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
    client.bean(ReleaseListener.class).published();
    await("a release", () -> client.get("/v1/model").statusCode() == 200);
  }

  private long polls() {
    return coordinator.seen.stream().filter(seen -> seen.path().endsWith("/claim")).count();
  }

  private ModelView model() {
    return JsonMapper.shared().readValue(client.get("/v1/model").body(), ModelView.class);
  }

  @Test
  void epsilon_isShown_untilTheCoordinatorStatesASumWithoutNoise() throws Exception {
    publish();
    await("epsilon", () -> model().claim() != null);
    assertThat(model().protection()).isEqualTo(Protection.PRIVATE);
    assertThat(model().claimStatus())
        .contains("ε 2.500 for all noisy sums", "ε 1.500 for those of the last 365 days");
    assertThat(model().parameters()).containsKeys("model", "privacy");

    coordinator.sumsWithoutNoiseAt = Instant.parse("2026-02-03T04:05:06Z");
    long before = polls();

    await("the next poll", () -> model().claim() == null);
    assertThat(polls()).isLessThanOrEqualTo(before + 1);
    assertThat(model().claimStatus())
        .isEqualTo("noise, no ε: sums without noise asked for on 2026-02-03");
    assertThat(model().parameters()).containsOnlyKeys("model");
    assertThat(model().protection()).isEqualTo(Protection.PRIVATE);
  }

  @Test
  void ownLedger_withASumWithoutNoise_dropsEpsilonAtOnce_whateverTheCoordinatorStates()
      throws Exception {
    publish();
    await("epsilon", () -> model().claim() != null);
    enter("elsewhere", new Use.Exact());
    assertThat(model().claim()).as("it took no part in the release's session").isNotNull();

    enter("s-1", NOISE);
    assertThat(model().claim()).isNull();
    assertThat(model().protection()).isEqualTo(Protection.PRIVATE);
    assertThat(model().claimStatus())
        .matches("noise, no ε: sums without noise asked for on [0-9-]{10}");
  }

  /// The coordinator flags the release of a session without noise as private.
  @Test
  void release_thatIsFlaggedPrivate_ofASessionWithoutNoise_isShownAsOneWithoutNoise()
      throws Exception {
    publish();
    await("epsilon", () -> model().claim() != null);

    enter("s-1", new Use.Exact());

    assertThat(model().protection()).isEqualTo(Protection.NO_NOISE);
    assertThat(model().claim()).isNull();
    assertThat(model().claimStatus()).isEqualTo("sums without noise, no ε");
  }

  /// The coordinator signs a claim of fewer sums than the participant masked for.
  @Test
  void claim_thatLeavesOutASumOfTheOwnLedger_isShownWithoutEpsilon() throws Exception {
    publish();
    await("epsilon", () -> model().claim() != null);
    enter("s-1", 0, NOISE);
    assertThat(model().claim()).as("the ledger has the sum of the claim").isNotNull();

    enter("s-1", 1, NOISE);

    assertThat(model().claim()).isNull();
    assertThat(model().claimStatus())
        .isEqualTo("noise, no ε: the claim leaves out sums of a ledger here");
  }

  @Test
  void coordinator_ofAnOlderVersion_leavesNoEpsilon() throws Exception {
    coordinator.statesClaims = false;
    publish();
    await("an answer", () -> model().claimStatus().contains("HTTP 404"));
    assertThat(model().claim()).isNull();
    assertThat(model().protection()).isEqualTo(Protection.PRIVATE);
  }

  private void enter(String session, Use use) {
    enter(session, 0, use);
  }

  private void enter(String session, int index, Use use) {
    client
        .bean(PrivacyLedgers.class)
        .enter(
            new ParticipantId("p1"),
            new Sum(0, session, "r-" + session + index, index, 1, "x", "c", List.of("p1"), use));
  }
}
