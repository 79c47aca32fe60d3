package io.privirec.lab.attack.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.exposure.Limits;
import io.privirec.exposure.fixture.Samples;
import io.privirec.exposure.fixture.Shop;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.filter.ranking.Popularity;
import io.privirec.lab.attack.sessions.Finding.Kind;
import io.privirec.lab.attack.sessions.LocalTranscripts.Conduct;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsAuditTest {
  private static final int PARTICIPANTS = 6;
  private static final int COLLUDERS = 2;
  private static final double EPSILON = 3;
  private static final int ITEMS_PER_USER = 20;
  private static final Limits DECODER = new Limits(Duration.ofSeconds(2), 1L << 30, 10);

  private static final Limits PATIENT = new Limits(Duration.ofMinutes(5), 1L << 30, 10);

  @TempDir private Path work;

  static Federation federation(
      InteractionMatrix first, InteractionMatrix second, int participants) {
    SortedMap<ParticipantId, int[]> split = new TreeMap<>();
    for (int p = 0; p < participants; p++) {
      int own = p;
      split.put(
          new ParticipantId("participant-%02d".formatted(p + 1)),
          IntStream.range(0, first.users()).filter(u -> u % participants == own).toArray());
    }
    return new Federation(List.of(first, second), split);
  }

  /// A user with the most popular items, so many that no user can change the sums more.
  static InteractionMatrix withCanary(InteractionMatrix users) {
    int[] items = Popularity.of(users.itemDegrees()).among(100, _ -> true);
    Arrays.sort(items);
    return appended(users, items);
  }

  private static InteractionMatrix appended(InteractionMatrix users, int[] items) {
    int[] offsets = Arrays.copyOf(offsets(users), users.users() + 2);
    offsets[users.users() + 1] = users.interactions() + items.length;
    int[] columns =
        IntStream.concat(
                IntStream.range(0, users.interactions()).map(users::column), Arrays.stream(items))
            .toArray();
    return InteractionMatrix.of(users.users() + 1, users.items(), offsets, columns);
  }

  private static int[] offsets(InteractionMatrix users) {
    return IntStream.rangeClosed(0, users.users())
        .map(user -> user == 0 ? 0 : users.rowEnd(user - 1))
        .toArray();
  }

  /// Gives some users the history of a user of another shop.
  static InteractionMatrix changed(InteractionMatrix before, InteractionMatrix other, int percent) {
    int[][] rows =
        IntStream.range(0, before.users())
            .mapToObj(user ->
                (CounterRandom.uniform(99, user) < percent / 100.0 ? other : before).row(user))
            .toArray(int[][]::new);
    int[] offsets = new int[rows.length + 1];
    for (int user = 0; user < rows.length; user++) {
      offsets[user + 1] = offsets[user] + rows[user].length;
    }
    return InteractionMatrix.of(
        rows.length,
        before.items(),
        offsets,
        Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray());
  }

  private static Federation shop() {
    InteractionMatrix before = Shop.SMALL.generate(1);
    return federation(
        withCanary(before), withCanary(changed(before, Shop.SMALL.generate(2), 3)), PARTICIPANTS);
  }

  private static NoisyPriviRec algorithm(double epsilon, int itemsPerUser) {
    return LocalTranscripts.algorithm(
        Shop.SMALL.items(), PARTICIPANTS, epsilon, COLLUDERS, itemsPerUser);
  }

  private AuditReport audit(Conduct conduct, long... seeds) throws IOException {
    Federation federation = shop();
    LocalTranscripts transcripts = new LocalTranscripts(federation, work);
    SessionsAudit audit = new SessionsAudit(federation, DECODER, 3);
    for (int session = 0; session < seeds.length; session++) {
      audit.add(
          transcripts.run(
              algorithm(EPSILON, ITEMS_PER_USER),
              2 * session / seeds.length,
              conduct,
              seeds[session]));
    }
    return audit.report();
  }

  private static List<Kind> kinds(AuditReport report) {
    return report.findings().stream().map(Finding::kind).distinct().toList();
  }

  @Test
  void sessions_overTwoSnapshots_keepTheirClaims() throws Exception {
    AuditReport report = audit(LocalTranscripts.HONEST, 1, 2, 3);

    assertThat(report.findings()).isEmpty();
    assertThat(report.sessions()).isEqualTo(3);
    // The canary nearly reaches the sensitivity of both sums: rounding down takes the rest.
    for (AuditReport.Norm norm : report.norms()) {
      assertThat(norm.largest()).isCloseTo(norm.sensitivity(), within(.01 * norm.sensitivity()));
    }
  }

  @Test
  void noiseOfAThird_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.noiseDividedBy(3), 1)))
        .contains(Kind.HONEST_VARIANCE, Kind.RHO, Kind.CANARY);
  }

  @Test
  void noiseOfATenth_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.noiseDividedBy(10), 1)))
        .contains(Kind.HONEST_VARIANCE, Kind.RHO, Kind.CANARY, Kind.PAIRS);
  }

  @Test
  void countsWithoutNoise_areCaught() throws Exception {
    assertThat(kinds(audit(Conducts.countsWithoutNoise(), 1)))
        .contains(Kind.HONEST_VARIANCE, Kind.RHO, Kind.CANARY);
  }

  @Test
  void unclippedUser_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.unclipped(algorithm(EPSILON, Shop.SMALL.items())), 1)))
        .contains(Kind.NORM);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void noiseForFewerColluders_isCaught(int colluders) throws Exception {
    assertThat(kinds(audit(Conducts.noiseForColluders(colluders), 1)))
        .contains(Kind.HONEST_VARIANCE, Kind.RHO);
  }

  @Test
  void claimOfHalfTheEpsilon_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.noiseOf(algorithm(2 * EPSILON, ITEMS_PER_USER)), 1)))
        .contains(Kind.HONEST_VARIANCE, Kind.RHO);
  }

  @Test
  void noiseOfAnEarlierSession_isCaught() throws Exception {
    assertThat(kinds(audit(LocalTranscripts.HONEST, 1, 1))).contains(Kind.REPEATED);
  }

  @Test
  void countOfAnItemWithoutNoise_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.countWithoutNoise(5), 1, 2, 3))).containsExactly(Kind.PART);
  }

  @Test
  void numberOfUsersWithoutNoise_isCaught() throws Exception {
    AuditReport report = audit(Conducts.countWithoutNoise(Shop.SMALL.items()), 1, 2, 3);

    assertThat(kinds(report)).containsExactly(Kind.PART);
    assertThat(report.findings())
        .anyMatch(finding -> finding.detail().startsWith("the number of users"));
  }

  @Test
  void pairsOfAnItemWithoutNoise_areCaught() throws Exception {
    assertThat(kinds(audit(Conducts.pairsWithoutNoise(7, Shop.SMALL.items()), 1)))
        .containsExactly(Kind.PART);
  }

  @Test
  void noiseThatBeginsAgainWithinASum_isCaught() throws Exception {
    assertThat(kinds(audit(Conducts.noiseRepeatedAfter(4096), 1))).contains(Kind.REPEATED);
  }

  /// The decoder gets the sums as an operator has them, over users whose items all count.
  private AuditReport decoded(Conduct conduct) throws IOException {
    InteractionMatrix users = Shop.SMALL.generate(1);
    Federation federation = federation(users, users, PARTICIPANTS);
    SessionsAudit audit = new SessionsAudit(federation, PATIENT, 3);
    audit.add(
        new LocalTranscripts(federation, work)
            .run(algorithm(EPSILON, ITEMS_PER_USER), 0, conduct, 1));
    return audit.report();
  }

  private static void assertRead(AuditReport report) {
    assertThat(kinds(report)).contains(Kind.WHOLE);
    // Both attackers that have the opened sums.
    for (AuditReport.Row row : report.rows().subList(0, 2)) {
      Decoding.Score score = row.decoded().getFirst();
      assertThat(score.read()).isGreaterThan(score.users() * 6 / 10);
    }
  }

  @Test
  void sumsWithoutNoise_areRead() throws Exception {
    assertRead(decoded(Conducts.withoutNoise()));
  }

  @Test
  void sumsWithNoiseBelowAUnit_areRead() throws Exception {
    assertRead(decoded(Conducts.noiseBelowAUnit()));
  }

  @Test
  void decodingWithoutTime_isReportedAsEnded() throws Exception {
    InteractionMatrix users = Shop.SMALL.generate(1);
    Federation federation = federation(users, users, PARTICIPANTS);
    SessionsAudit audit =
        new SessionsAudit(federation, new Limits(Duration.ofNanos(100), 1L << 30, 10), 3);
    audit.add(
        new LocalTranscripts(federation, work)
            .run(algorithm(EPSILON, ITEMS_PER_USER), 0, Conducts.withoutNoise(), 1));

    assertThat(audit.report().lines()).anyMatch(line -> line.endsWith("ended by its limits"));
  }

  /// Eight sessions over public data and larger shops, ten participants, the parameters of the
  /// demo.
  @ParameterizedTest
  @ValueSource(strings = {"ml-100k", "gowalla", "small", "medium", "large"})
  void eightSessions_ofTenParticipants_keepTheirClaims(String name) throws Exception {
    assumeTrue(Boolean.getBoolean("tests.long"), "skipped: part of the long tests");
    InteractionMatrix before =
        switch (name) {
          case "ml-100k" -> Samples.movieLens();
          case "gowalla" -> Samples.gowalla(1);
          case "small" -> Shop.SMALL.generate(1);
          case "medium" -> Shop.MEDIUM.generate(1);
          default -> Shop.LARGE.generate(1);
        };
    int participants = 10;
    Federation federation =
        federation(
            withCanary(before), withCanary(changed(before, rotated(before), 3)), participants);
    LocalTranscripts transcripts = new LocalTranscripts(federation, work);
    NoisyPriviRec algorithm =
        LocalTranscripts.algorithm(
            before.items(), participants, EPSILON, COLLUDERS, ITEMS_PER_USER);
    SessionsAudit audit = new SessionsAudit(federation, DECODER, 3);
    for (int session = 0; session < 8; session++) {
      audit.add(transcripts.run(algorithm, session / 4, LocalTranscripts.HONEST, session + 1));
    }

    assertThat(audit.report().findings()).isEmpty();
  }

  /// Each user has the history of the next user.
  private static InteractionMatrix rotated(InteractionMatrix users) {
    return users.rows(
        IntStream.range(0, users.users()).map(user -> (user + 1) % users.users()).toArray());
  }
}
