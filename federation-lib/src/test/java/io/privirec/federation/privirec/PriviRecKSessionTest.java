package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.local.PlainSum;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A session of PriviRec-k through real secure rounds against the same computation in the open.
class PriviRecKSessionTest {
  private static final int ITEMS = 61;
  private static final int USERS = 120;
  private static final int PARTICIPANTS = 5;

  @TempDir Path work;

  @Test
  void sumOfContributions_isTheCentralProductWithinTheQuantisersBound() throws Exception {
    for (long seed = 1; seed <= 20; seed++) {
      Session session = new Session(seed, new PriviRecK(ITEMS, 7, 1, 0.3, seed, 7, 20));
      session.algorithm.complete(0, session.round(0), work);
      RoundSpec round = session.algorithm.specs().get(1);

      assertWithinQuantiser(session, round, TestHolders.read(session.round(1)::read, round));
    }
  }

  @Test
  void federatedSession_givesTheCentralFactors() throws Exception {
    for (int iterations = 1; iterations <= 3; iterations++) {
      Session session = new Session(4, new PriviRecK(ITEMS, 9, iterations, 0.3, 17, 5, 20));

      SpectralFactors federated = session.run();

      SpectralFactors central =
          new PowerIteration(9, 0, iterations, Eigenvalues.DIAG_T, 17).central(session.all, 5);
      assertThat(federated.itemDegrees()).isEqualTo(central.itemDegrees());
      for (int j = 0; j < 9; j++) {
        assertThat(federated.lambda()[j]).isCloseTo(central.lambda()[j], within(1e-5f));
      }
      assertThat(largestDifferenceOfProjections(federated.basis(), central.basis()))
          .as("SSᵀ after %d iterations", iterations)
          .isLessThan(1e-3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void federatedSession_withOversampling_givesTheCentralFilter(Eigenvalues eigenvalues)
      throws Exception {
    PowerIteration iteration = new PowerIteration(6, 5, 3, eigenvalues, 17);
    FactorModel model = new FactorModel.Spectral(FactorFilter.Response.ROOT);
    Session session = new Session(4, new PriviRecK(ITEMS, iteration, model, 20));

    SpectralFactors federated = session.run();

    SpectralFactors central = iteration.central(session.all, 6);
    assertThat(federated.basis().columns()).isEqualTo(6);
    int[][] everyItem =
        IntStream.range(0, ITEMS).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    float[] expected = model.filter(central).scoreBatch(everyItem).data();
    float[] scores = model.filter(federated).scoreBatch(everyItem).data();
    for (int n = 0; n < scores.length; n++) {
      assertThat(scores[n]).isCloseTo(expected[n], within(5e-3f));
    }
    int ritz = eigenvalues == Eigenvalues.RITZ ? 1 : 0;
    assertThat(session.algorithm.rounds()).hasSize(4 + ritz);
  }

  @Test
  void rankAboveTheNumberOfUsers_failsTheSession() throws Exception {
    Session session = new Session(6, new PriviRecK(400, 150, 1, 0.3, 3, 6, 20));

    PlanStep step = session.algorithm.complete(0, session.round(0), work);

    TestHolders.assertFails(step, "rank-above-users");
  }

  @Test
  void productsThatTellTheItemPairsOfSoFewUsers_failTheSession() throws Exception {
    Session session = new Session(6, new PriviRecK(400, 60, 2, 0.3, 3, 6, 20));

    PlanStep step = session.algorithm.complete(0, session.round(0), work);

    TestHolders.assertFails(step, "products-tell-item-pairs");
  }

  @Test
  void releaseFiles_areWrittenOnceAndTheSameAgain() throws Exception {
    Session session = new Session(7, new PriviRecK(ITEMS, 8, 2, 0.3, 11, 8, 20));
    session.run();
    Path first = Files.createDirectory(work.resolve("first"));
    Path second = Files.createDirectory(work.resolve("second"));

    session.algorithm.publication().write(work, first);
    session.algorithm.publication().write(work, second);

    for (String name :
        new String[] {"factors.safetensors", "filter.safetensors", "factored-filter.safetensors"}) {
      assertThat(first.resolve(name)).hasSameBinaryContentAs(second.resolve(name));
    }
  }

  /// Against the unquantised product in float32: half a unit of 2^−30 for each participant, and
  /// what float32 itself loses.
  private static void assertWithinQuantiser(Session session, RoundSpec round, long[] opened)
      throws IOException {
    Contribution whole =
        session.algorithm.contribution(
            new RoundInput(
                TestHolders.id(0),
                round,
                session.work.resolve(round.broadcastFile()),
                RatingMatrix.of(session.all)));
    long[] central = TestHolders.read(whole, round);
    double unit = Math.scalb(1.0, -round.vector().scaleBits());
    for (int i = 0; i < opened.length; i++) {
      assertThat(opened[i] * unit).isCloseTo(central[i] * unit, within(unit * PARTICIPANTS + 2e-6));
    }
  }

  /// max |S₁S₁ᵀ − S₂S₂ᵀ|: independent of the signs of the columns.
  private static double largestDifferenceOfProjections(DenseMatrix a, DenseMatrix b) {
    double largest = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.rows(); j++) {
        double difference = 0;
        for (int c = 0; c < a.columns(); c++) {
          difference += (double) a.get(i, c) * a.get(j, c) - (double) b.get(i, c) * b.get(j, c);
        }
        largest = Math.max(largest, Math.abs(difference));
      }
    }
    return largest;
  }

  private final class Session {
    final Algorithm algorithm;
    final InteractionMatrix all;
    final Path work = PriviRecKSessionTest.this.work;
    private final SortedMap<ParticipantId, RatingMatrix> data;

    Session(long seed, PriviRecK algorithm) {
      this.algorithm = algorithm.algorithm();
      this.all = randomInteractions(new Random(seed), algorithm.items());
      this.data = TestHolders.dealt(RatingMatrix.of(all), PARTICIPANTS);
    }

    PlainSum round(int index) throws IOException {
      RoundSpec round = algorithm.specs().get(index);
      Path broadcast = round.hasBroadcast() ? work.resolve(round.broadcastFile()) : null;
      SortedMap<ParticipantId, Contribution> contributions = new TreeMap<>();
      for (var own : data.entrySet()) {
        RoundInput input = new RoundInput(own.getKey(), round, broadcast, own.getValue());
        contributions.put(own.getKey(), algorithm.contribution(input));
      }
      return new PlainSum(round, contributions);
    }

    /// Through secure rounds.
    SpectralFactors run() throws IOException {
      assertThat(TestHolders.run(algorithm, data, work).failure()).isEmpty();
      return FactorsFile.read(work.resolve("factors.safetensors"));
    }
  }

  private static InteractionMatrix randomInteractions(Random random, int items) {
    // Popular items first, and two groups of users with tastes of their own.
    return TestHolders.interactions(
        USERS,
        items,
        (u, i) -> random.nextDouble() < (u % 2 == i % 2 ? 0.5 : 0.1) / Math.sqrt(1 + i / 4.0));
  }
}
