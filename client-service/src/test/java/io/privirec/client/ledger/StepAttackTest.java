package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.ledger.NoisySessions.DELTA;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestDeployment.With;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ParticipantPrivacy.Opened;
import io.privirec.wire.ParticipantPrivacy.Use;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A coordinator that broadcasts, before a step with noise, what it likes, and repeats the step:
/// whatever leaves stands in the ledger, each time.
class StepAttackTest {
  private static final int ITEMS = 20;
  private static final int RANK = 2;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @TempDir private Path work;

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
          ITEMS,
          4,
          NAMES,
          "--privirec.client.privacy.max-epsilon-per-session=60",
          "--privirec.client.privacy.max-epsilon=6",
          "--privirec.client.privacy.max-epsilon-lifetime=60",
          "--privirec.client.privacy.max-epsilon-per-sum=5");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private static AlgorithmParameters steps(int rank, double epsilon) {
    var fit = BoundedFitParameters.DEFAULT.withRank(rank).withSteps(3);
    try {
      return AlgorithmRegistry.settleAsStated(
          "dpials",
          DpialsParameters.DEFAULT
              .withFit(fit)
              .withSeed(7L)
              .withPrivacy(
                  PrivacyParameters.of(epsilon, DELTA)
                      .withItemsPerUser(5)
                      .withColluders(1)
                      .withRounds("closed")),
          ITEMS,
          NAMES.size(),
          () -> 7);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }

  /// @param columns of the vectors; 0 without any
  private Path broadcast(int columns, float value, double mean, long count) throws IOException {
    return broadcast(columns, value, mean, count, frequent());
  }

  private Path broadcast(int columns, float value, double mean, long count, int frequent)
      throws IOException {
    Path file = Files.createTempFile(work, "broadcast", ".safetensors");
    List<TensorSpec> tensors = new ArrayList<>();
    tensors.add(TensorSpec.of("item_degrees", TensorType.I64, ITEMS));
    tensors.add(TensorSpec.of("mean", TensorType.F64, 1));
    if (columns > 0) {
      tensors.add(TensorSpec.of("factors", TensorType.F32, frequent, columns));
    }
    Files.delete(file);
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      long[] counts = new long[ITEMS];
      Arrays.fill(counts, count);
      writer.writeI64("item_degrees", counts);
      writer.writeF64("mean", new double[] {mean});
      if (columns > 0) {
        float[] factors = new float[frequent * columns];
        Arrays.fill(factors, value);
        writer.writeF32("factors", factors);
      }
    }
    return file;
  }

  private static int frequent() {
    Algorithm algorithm = TestCoordinator.algorithm(steps(RANK, 4), ITEMS);
    long length = algorithm.specs().get(2).vector().length();
    int triangle = RANK * (RANK + 1) / 2;
    return (int) ((length - triangle) / (triangle + RANK));
  }

  private void begin(String session) {
    deployment.openFirst(session, steps(RANK, 4));
  }

  private List<Opened> sums() {
    return client.privacy("p1").sums().stream().filter(sum -> sum.use() == Use.NOISE).toList();
  }

  private double epsilon() {
    Composition all = new Composition(List.of());
    for (Opened sum : sums()) {
      all =
          all.plus(
              Composition.of(
                  ReleaseText.parse(String.valueOf(sum.mechanism()), Adjacency.ADD_OR_REMOVE)
                      .mechanism(),
                  1));
    }
    return all.epsilon(DELTA, Conversion.CKS).epsilon();
  }

  private int sent(RoundId round) {
    return coordinator.arrivals().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(round + "/"))
        .mapToInt(entry -> entry.getValue().size())
        .sum();
  }

  /// The entry is made before the broadcast is looked at: it may count too much, never too little.
  @Test
  @With("--privirec.client.privacy.max-epsilon=60")
  void broadcasts_thatCannotBeComputedWith_areRefusedByAll_andNothingIsSent() throws IOException {
    List<Path> bad =
        List.of(
            broadcast(RANK, Float.NaN, 0, 5),
            broadcast(RANK, Float.POSITIVE_INFINITY, 0, 5),
            broadcast(RANK, 1, Double.NaN, 5),
            broadcast(RANK, 1, 0, -1),
            broadcast(RANK, 1, 0, Long.MIN_VALUE),
            broadcast(RANK + 1, 1, 0, 5),
            broadcast(RANK, 1, 0, 5, frequent() + 1),
            broadcast(0, 1, 0, 5));
    for (int n = 0; n < bad.size(); n++) {
      String session = "bad-" + n;
      begin(session);
      RoundId round = coordinator.open(2, 1, Optional.of(bad.get(n)));
      deployment.awaitRefused(session, "contribution-refused");
      assertThat(sent(round)).isZero();
      deployment.finish(SessionView.Status.FAILED);
      assertThat(client.privacy("p1").epsilonSpent()).isEqualTo(epsilon());
    }
    assertThat(sums()).hasSize(2 * bad.size());
  }

  @Test
  void step_repeatedWithAnotherBroadcast_isRefused() throws IOException {
    begin("other-again");
    coordinator.open(2, 1, Optional.of(broadcast(RANK, 1, 0, 5)));
    await("it is opened", coordinator::isSummed);

    RoundId again = coordinator.open(2, 2, Optional.of(broadcast(RANK, 2, 0, 9)));

    deployment.awaitRefused("other-again", "broadcast-changed");
    assertThat(sent(again)).isZero();
    assertThat(sums()).hasSize(2);
  }

  /// The noise of a step is a function of its broadcast: the same step once more shows the same
  /// sum.
  @Test
  void step_repeated_hasTheSameSumAndIsCountedOnce() throws IOException {
    begin("again");
    Path same = broadcast(RANK, 1, 0, 5);
    coordinator.open(2, 1, Optional.of(same));
    await("it is opened", coordinator::isSummed);
    var first = coordinator.sum();
    double spent = client.privacy("p1").epsilonSpent();
    for (int attempt = 2; attempt <= 4; attempt++) {
      coordinator.open(2, attempt, Optional.of(same));
      await("it is opened", coordinator::isSummed);
      assertThat(coordinator.sum()).usingRecursiveComparison().isEqualTo(first);
    }
    assertThat(sums()).hasSize(2);
    // With the rest of the session's reservation.
    assertThat(client.privacy("p1").epsilonSpent()).isEqualTo(spent).isGreaterThan(epsilon());
  }

  /// With the same name, another broadcast is none; with another number it is another attempt.
  @Test
  void name_ofAnAttempt_givenToAnother_opensNothing() throws IOException {
    begin("names");
    RoundId name = coordinator.open(2, 1, Optional.of(broadcast(RANK, 1, 0, 5)));
    await("it is opened", coordinator::isSummed);
    int sent = sent(name);

    for (int attempt = 1; attempt <= 2; attempt++) {
      coordinator.open(
          2,
          attempt,
          Optional.of(broadcast(RANK, 2, 0, 9)),
          terms -> Forged.with(terms, "id", name),
          signed -> signed);
    }
    deployment.awaitRefused("names", "record-mismatch");

    assertThat(coordinator.isSummed()).isFalse();
    assertThat(sent(name)).isEqualTo(sent);
    assertThat(sums()).hasSize(2);
  }

  @Test
  void settings_otherThanThoseShown_areRefused() throws IOException {
    coordinator.views = view -> Forged.with(view, "parameters", steps(RANK, 4));
    for (AlgorithmParameters other : List.of(steps(RANK + 1, 4), steps(RANK, 5))) {
      String session = "lies-" + other.hashCode();
      deployment.begin(session, other);
      deployment.awaitRefused(session, "parameters-mismatch");
      assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
      deployment.finish(SessionView.Status.FAILED);
    }
    assertThat(sums()).isEmpty();
  }
}
