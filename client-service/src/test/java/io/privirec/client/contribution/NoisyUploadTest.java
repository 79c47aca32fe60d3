package io.privirec.client.contribution;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.RoundId;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Uploads of noisy vectors by a participant of many users, a participant of few users and a
/// participant without users.
class NoisyUploadTest {
  private static final int ITEMS = 1_450;
  private static final int CHUNKS = 2;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final int ALL_CHUNKS = NAMES.size() * CHUNKS;

  private final Rests rests = new Rests();

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
          ITEMS,
          8,
          NAMES,
          "--privirec.client.privacy.max-epsilon=60",
          "--privirec.client.privacy.max-epsilon-per-sum=60");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  @TempDir private Path work;

  NoisyUploadTest() {
    client.add("pause", rests);
    for (int user = 0; user < 200; user++) {
      for (int item = 0; item < 20; item++) {
        deployment.holders().add("p1", "p1/many-" + user, (7 * user + 11 * item) % ITEMS);
      }
    }
    deployment.holders().clear("p3");
  }

  /// Counts rests, and ends them at once unless the test holds them.
  private static final class Rests implements Pause {
    private final AtomicInteger begun = new AtomicInteger();
    private volatile CountDownLatch end = new CountDownLatch(0);

    @Override
    public void rest(Duration time) throws InterruptedException {
      begun.incrementAndGet();
      end.await();
    }
  }

  /// Opens the first sum of noisy counts.
  ///
  /// @param popular items of the second sum
  /// @param chunks of its vector
  private void openCounts(int popular, int chunks) throws Exception {
    Algorithm algorithm =
        deployment.openFirst(
            "noisy",
            AlgorithmRegistry.settleAsStated(
                "privirec",
                PriviRecParameters.DEFAULT
                    .withModel(PopularGram.of(popular, 10))
                    .withPrivacy(
                        PrivacyParameters.of(.3, 1e-6)
                            .withItemsPerUser(5)
                            .withColluders(1)
                            .withRounds("closed")),
                ITEMS,
                NAMES.size(),
                () -> 7));
    assertThat(algorithm.specs().get(1).vector().chunks()).isEqualTo(chunks);
  }

  /// Opens the round of the noisy Gram matrix.
  private RoundId openGram() throws IOException {
    Path counts = work.resolve("counts");
    long[] degrees = new long[ITEMS];
    Arrays.setAll(degrees, item -> ITEMS - item);
    ItemDegreesFile.write(counts, degrees);
    return coordinator.open(1, 1, Optional.of(counts));
  }

  /// Returns how many chunks this life of the service has computed.
  private long computed() {
    return client.bean(MeterRegistry.class).get("contribution.build").timer().count();
  }

  /// Returns the digests of the bodies that arrived for each chunk of the Gram matrix.
  private Map<String, List<Digest>> arrivals(RoundId round) {
    Map<String, List<Digest>> arrivals = coordinator.arrivals();
    arrivals.keySet().removeIf(chunk -> !chunk.startsWith(round.hex()));
    return arrivals;
  }

  private List<Path> storedVectors() throws IOException {
    try (Stream<Path> files = Files.walk(deployment.data().resolve("sessions/masked"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /// Returns a participant's requests about a round, sorted: chunks are sent side by side.
  private List<String> requests(String participant, RoundId round) {
    return List.copyOf(coordinator.seen).stream()
        .filter(seen -> seen.caller().equals(participant) && seen.path().contains(round.hex()))
        .filter(seen -> !seen.path().endsWith("/broadcast"))
        .map(seen ->
            "%s %s %s: %s".formatted(seen.method(), seen.path(), seen.bytes(), seen.status()))
        .sorted()
        .toList();
  }

  private void awaitRepeatedChunk(RoundId round) {
    await(
        "a chunk is sent again and again",
        () -> arrivals(round).values().stream().anyMatch(bodies -> bodies.size() > 2));
  }

  private void awaitSum(RoundId round) {
    coordinator.takesChunk = (participant, chunk) -> true;
    await("the sum is opened", coordinator::isSummed);
    assertThat(arrivals(round))
        .allSatisfy((chunk, bodies) -> assertThat(Set.copyOf(bodies)).hasSize(1));
    await("no vector is stored any more", () -> storedVectors().isEmpty());
  }

  @Test
  void vector_isComputedAndMaskedBeforeTheRestAndSentAfterIt() throws Exception {
    openCounts(ITEMS, CHUNKS);
    long before = computed();
    rests.begun.set(0);
    CountDownLatch end = new CountDownLatch(1);
    rests.end = end;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    RoundId round = openGram();
    try {
      await("all rest", () -> rests.begun.get() == NAMES.size());
      assertThat(computed()).isEqualTo(before + ALL_CHUNKS);
      assertThat(storedVectors()).hasSameSizeAs(NAMES);
      assertThat(arrivals(round)).isEmpty();
    } finally {
      end.countDown();
    }

    // The coordinator refuses the chunks of a participant: they are not computed again.
    awaitRepeatedChunk(round);
    awaitSum(round);
    assertThat(arrivals(round)).hasSize(ALL_CHUNKS);
    assertThat(computed()).isEqualTo(before + ALL_CHUNKS);
    assertThat(rests.begun).hasValue(NAMES.size());
    assertThat(requests("p3", round))
        .isEqualTo(requests("p1", round))
        .anyMatch(request -> request.contains("/chunks/1"));
  }

  @Test
  void vector_afterARestart_isSentFromDiskUnlessItIsDamaged() throws Exception {
    openCounts(40, 1);
    coordinator.takesChunk = (participant, chunk) -> participant.value().equals("p1");
    RoundId round = openGram();
    await("others have tried", () -> arrivals(round).size() == NAMES.size());
    client.stop();
    List<Path> stored = storedVectors();
    assertThat(stored).hasSize(2);
    Files.write(stored.getLast(), new byte[100]);
    rests.begun.set(0);

    client.start();
    awaitSum(round);

    // Of two vectors, the damaged vector alone.
    assertThat(computed()).isEqualTo(1);
    assertThat(rests.begun).hasValue(1);
  }

  /// Occupies all threads and slots of computations over data, as a sibling with much data does.
  private void computeUntil(CountDownLatch end) throws Exception {
    ContributionPool pool = client.bean(ContributionPool.class);
    int cores = Runtime.getRuntime().availableProcessors();
    CountDownLatch threadsTaken = new CountDownLatch(cores);
    CountDownLatch slotsTaken = new CountDownLatch(Math.min(16, 2 * cores));
    Thread.startVirtualThread(() ->
        assertThatCode(() ->
                pool.computedChunks()
                    .each(
                        IntStream.range(0, 32).boxed().toList(),
                        (chunk, hasFailed) -> true,
                        (chunk, slot) -> {
                          slotsTaken.countDown();
                          pool.computeOverData(() -> {
                            threadsTaken.countDown();
                            end.await();
                            return chunk;
                          });
                        }))
            .doesNotThrowAnyException());
    slotsTaken.await();
    threadsTaken.await();
  }

  /// Of chunks, the commitment and the answers that open the sum, none waits for the computation.
  @Test
  void storedVectors_areSentWhileASiblingComputes() throws Exception {
    openCounts(ITEMS, CHUNKS);
    rests.begun.set(0);
    CountDownLatch rest = new CountDownLatch(1);
    CountDownLatch computation = new CountDownLatch(1);
    rests.end = rest;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    RoundId round = openGram();
    try {
      await("all rest", () -> rests.begun.get() == NAMES.size());
      computeUntil(computation);
      rest.countDown();

      awaitRepeatedChunk(round);
      awaitSum(round);
    } finally {
      rest.countDown();
      computation.countDown();
    }
  }
}
