package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.TestRelease;
import io.privirec.wire.ClaimView;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClaimStatusesTest {
  private static final Instant SUM = Instant.parse("2026-02-03T04:05:06Z");
  private static final String ENDED = "noise, no ε: sums without noise asked for on 2026-02-03";

  private static final Duration INTERVAL = Duration.ofHours(1);

  @TempDir Path published;
  private TestCoordinator coordinator;
  private ClaimStatuses statuses;
  private VerifiedRelease release;
  private Instant now = Instant.parse("2026-02-01T00:00:00Z");

  @BeforeEach
  void open() throws Exception {
    coordinator = new TestCoordinator();
    statuses = statuses(INTERVAL);
    release = verified(TestRelease.writePrivate(published, "noisy"));
  }

  private ClaimStatuses statuses(Duration interval) throws Exception {
    InstantSource time = () -> now;
    Clock clock = time.withZone(ZoneOffset.UTC);
    return new ClaimStatuses(coordinator.uri(), SSLContext.getDefault(), interval, clock);
  }

  private static VerifiedRelease verified(Path directory) throws Exception {
    return ReleaseVerifier.verify(directory, TestRelease.COORDINATOR.publicKey());
  }

  @AfterEach
  void close() {
    statuses.close();
    coordinator.close();
  }

  private ShownClaim polled() throws InterruptedException {
    statuses.poll(List.of(release));
    return statuses.shown(release);
  }

  private void assertWithout(ShownClaim shown, String... words) {
    assertThat(shown.protection()).isEqualTo(Protection.PRIVATE);
    assertThat(shown.claim()).isEmpty();
    assertThat(shown.status()).startsWith("noise, no ε: ").contains(words);
  }

  @Test
  void claim_thatHolds_isShownWithItsOwnEpsilon_andThoseOfLifeAndPeriod() throws Exception {
    coordinator.claimHolds("noisy");
    ShownClaim shown = polled();
    ClaimView claim = release.claim().orElseThrow();
    assertThat(shown.claim()).isEqualTo(Optional.of(claim));
    assertThat(shown.status())
        .isEqualTo(ClaimText.holds(claim, 2.5, 1.5, Duration.ofDays(365)))
        .contains("ε 2.500 for all noisy sums since the ledger began")
        .contains("ε 1.500 for those of the last 365 days")
        .contains(
            String.format(
                Locale.ROOT,
                "(%.4g and %.4g for a person at two and three holders of the cohort)",
                claim.epsilonTwoHolders(),
                claim.epsilonThreeHolders()));
  }

  @Test
  void sumWithoutNoise_dropsEpsilonAtTheNextPoll_andForGood() throws Exception {
    coordinator.claimHolds("noisy");
    assertThat(polled().claim()).isPresent();
    coordinator.claimEnded("noisy", SUM);
    assertThat(polled()).isEqualTo(ShownClaim.withoutEpsilon(ENDED));
    coordinator.claimHolds("noisy");
    assertThat(polled()).isEqualTo(ShownClaim.withoutEpsilon(ENDED));
    coordinator.claimAnswer = 404;
    assertThat(polled()).isEqualTo(ShownClaim.withoutEpsilon(ENDED));
  }

  @Test
  void release_withoutNoise_isNeverAskedFor() throws Exception {
    VerifiedRelease exact = verified(TestRelease.write(published, "exact"));
    statuses.poll(List.of(exact));
    ShownClaim shown = statuses.shown(exact);
    assertThat(shown.protection()).isEqualTo(Protection.NO_NOISE);
    assertThat(shown.claim()).isEmpty();
    assertThat(shown.status()).isEqualTo("sums without noise, no ε");
    assertThat(coordinator.requests).isEmpty();
  }

  @Test
  void coordinator_ofAnOlderVersion_orWithoutTheRelease_leavesNoEpsilon() throws Exception {
    coordinator.claimHolds("noisy");
    polled();
    for (int answer : new int[] {401, 404}) {
      coordinator.claimAnswer = answer;
      assertWithout(polled(), "does not state whether the claim holds", "HTTP " + answer);
    }
  }

  @Test
  void coordinator_thatWasNotAsked_orNeverAnswered_leavesNoEpsilon() throws Exception {
    assertWithout(statuses.shown(release), "was not asked yet");
    coordinator.claimAnswer = 503;
    assertWithout(polled(), "does not answer");
  }

  /// The sum without noise that voids the claim comes after the cut: no reader hears of it.
  @Test
  void connection_thatIsCut_leavesEpsilonForThreePolls_andNoLonger() throws Exception {
    coordinator.claimHolds("noisy");
    Instant confirmed = now;
    assertThat(polled().claim()).isPresent();
    coordinator.claimEnded("noisy", SUM);
    coordinator.claimAnswer = 500;
    now = confirmed.plus(INTERVAL.multipliedBy(3));
    assertThat(polled().claim()).as("three polls after the last answer").isPresent();
    coordinator.close();
    now = now.plusSeconds(1);
    String lost = "the claim could not be looked up since 2026-02-01T00:00:00Z";
    assertWithout(statuses.shown(release), lost);
    assertWithout(polled(), lost);
  }

  @Test
  void coordinator_thatAnswersAgain_confirmsEpsilonAgain() throws Exception {
    coordinator.claimHolds("noisy");
    polled();
    now = now.plus(INTERVAL.multipliedBy(4));
    assertWithout(statuses.shown(release), "could not be looked up since");
    assertThat(polled().claim()).isPresent();
  }

  @Test
  void confirmation_countsForThreePolls_andForTwoMinutesAtLeast() {
    assertThat(ClaimStatuses.oldest(Duration.ofSeconds(2))).isEqualTo(Duration.ofMinutes(2));
    assertThat(ClaimStatuses.oldest(Duration.ofSeconds(40))).isEqualTo(Duration.ofMinutes(2));
    assertThat(ClaimStatuses.oldest(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void ledger_thatIsLocked_leavesNoEpsilon_untilItIsNot() throws Exception {
    coordinator.claims.put("noisy", view("noisy", false, "ledger-locked", null));
    assertWithout(polled(), "the coordinator states ledger-locked");
    coordinator.claims.put("noisy", view("noisy", false, "<b>\n", null));
    assertWithout(polled(), "the coordinator states no reason");
    coordinator.claimHolds("noisy");
    assertThat(polled().claim()).isPresent();
  }

  @Test
  void answer_thatContradictsItself_orIsOfAnotherRelease_isNone() throws Exception {
    coordinator.claims.put("noisy", view("other", true, null, 1.));
    assertWithout(polled(), "does not answer");
    coordinator.claims.put("noisy", view("noisy", true, null, null));
    assertWithout(polled(), "does not answer");
    coordinator.claims.put("noisy", view("noisy", true, null, Double.MAX_VALUE * 2));
    assertWithout(polled(), "does not answer");
    coordinator.claims.put(
        "noisy",
        new ReleaseClaimView(
            "noisy",
            Protection.PRIVATE,
            true,
            null,
            null,
            1.,
            2.,
            3.,
            1e-6,
            2.5,
            null,
            null,
            List.of()));
    assertWithout(polled(), "does not answer");
  }

  private static ReleaseClaimView view(
      String id, boolean holds, @Nullable String reason, @Nullable Double lifetime) {
    return new ReleaseClaimView(
        id,
        Protection.PRIVATE,
        holds,
        reason,
        null,
        1.,
        2.,
        3.,
        1e-6,
        lifetime,
        1.5,
        Duration.ofDays(365),
        List.of());
  }

  /// The thread sleeps for an hour between two polls: it is woken.
  @Test
  @Timeout(60)
  void release_thatIsShownForTheFirstTime_isAskedForAtOnce() throws Exception {
    coordinator.claimHolds("noisy");
    CountDownLatch polledOnce = new CountDownLatch(1);
    boolean[] isLoaded = new boolean[1];
    statuses.start(() -> {
      polledOnce.countDown();
      synchronized (isLoaded) {
        return isLoaded[0] ? List.of(release) : List.of();
      }
    });
    assertThat(polledOnce.await(1, TimeUnit.MINUTES)).isTrue();
    synchronized (isLoaded) {
      isLoaded[0] = true;
    }
    statuses.shown(release);
    while (statuses.shown(release).claim().isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(coordinator.requests).contains("/v1/releases/noisy/claim");
  }
}
