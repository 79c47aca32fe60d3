package io.privirec.acceptance.endtoend;

import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Six participants in one cell with a few users each, and sessions over them that take seconds. */
final class SmallHolders {
  static final int ITEMS = 12;
  static final int PARTICIPANTS = 6;

  private SmallHolders() {}

  /** Publishes the catalogue, enrols the participants and imports their data. */
  static void enrol(TestServices services) throws Exception {
    fill(services, services.enrolOver(catalogue(), PARTICIPANTS, new Cells(1)));
  }

  /** The same, and each session waits until the test approves it. */
  static Cohort enrolAsking(TestServices services) throws Exception {
    services.coordinator().add(catalogue());
    Cohort cohort = new Cohort(services.deployment(), PARTICIPANTS, new Cells(1));
    cohort.enrol();
    fill(services, cohort);
    return cohort;
  }

  private static List<CatalogueItem> catalogue() {
    return IntStream.range(0, ITEMS).mapToObj(item -> CatalogueItem.of("item-" + item)).toList();
  }

  private static void fill(TestServices services, Cohort cohort) throws Exception {
    for (int p = 0; p < PARTICIPANTS; p++) {
      services.deployment().clientOf(p).importInteractions(cohort.ids().get(p), csv(p));
    }
  }

  private static int users(int participant) {
    return 3 + participant;
  }

  /** The items of a user. */
  private static IntStream items(int participant, int user) {
    return IntStream.of(0, 1, 4).map(step -> (participant + user + step) % ITEMS);
  }

  private static byte[] csv(int participant) {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = 0; user < users(participant); user++) {
      String id = "u" + user;
      items(participant, user).forEach(item -> csv.append("%s,item-%d\n".formatted(id, item)));
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** How many users have each item. */
  static long[] degrees() {
    long[] degrees = new long[ITEMS];
    for (int p = 0; p < PARTICIPANTS; p++) {
      for (int user = 0; user < users(p); user++) {
        items(p, user).forEach(item -> degrees[item]++);
      }
    }
    return degrees;
  }

  /** Factors of rank 2 by a single iteration: two exact sums. */
  static SessionRequest factors(Duration phaseDeadline, int attempts) {
    PriviRecKParameters of = PriviRecKParameters.gfCf(2, 1, 0.3, 7L, 2, 8);
    return new SessionRequest(
        PriviRecKParameters.ALGORITHM,
        PriviRecKParameters.DEFAULT
            .withFactors(of.factors())
            .withModel(of.model())
            .withTopN(of.topN())
            .withMinSupport(1),
        SessionRequest.NO_NOISE,
        null,
        null,
        policy(phaseDeadline, attempts));
  }

  /** A rehearsal under the key agreement of all versions. */
  static SessionRequest rehearsal() {
    return new SessionRequest(
        RehearsalParameters.ALGORITHM,
        RehearsalParameters.DEFAULT
            .withElements(9L)
            .withRounds(1)
            .withSeed(1L)
            .withRingBits(32)
            .withRoundKind("tolerant"),
        null,
        null,
        null,
        new SessionPolicy(Duration.ofMinutes(2), 2, null, null, null, null, null, "x25519"));
  }

  /** One sum with noise. */
  static SessionRequest noisyDegrees(double epsilon, Duration phaseDeadline) {
    return new SessionRequest(
        ItemDegreesParameters.ALGORITHM,
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(epsilon, 1e-6).withItemsPerUser(3).withRounds("closed")),
        null,
        null,
        null,
        policy(phaseDeadline, 1));
  }

  private static SessionPolicy policy(Duration phaseDeadline, int attempts) {
    return new SessionPolicy(phaseDeadline, attempts, "wait", null, null, null, null, null);
  }
}
