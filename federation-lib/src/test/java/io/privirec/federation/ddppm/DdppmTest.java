package io.privirec.federation.ddppm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.TestHolders;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.algorithm.DdppmParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DdppmTest {
  private static final int PARTICIPANTS = 4;
  private static final int USERS = 160;
  private static final int ITEMS = 24;
  private static final int K = 2;

  @TempDir Path work;

  /// Two groups of users who like different items: the second eigenvalue is well above the third.
  private static RatingMatrix ratings() {
    Random random = new Random(11);
    InteractionMatrix pattern =
        TestHolders.interactions(
            USERS,
            ITEMS,
            (user, item) -> random.nextInt((user % 2 == 0) == (item < ITEMS / 3) ? 2 : 10) == 0);
    return RatingMatrix.of(pattern);
  }

  private static Ddppm ddppm(
      int steps, String consensus, DdppmParameters.Topology topology, double sigma)
      throws InvalidParametersException {
    return ddppm(K, steps, consensus, topology, sigma);
  }

  private static Ddppm ddppm(
      int k, int steps, String consensus, DdppmParameters.Topology topology, double sigma)
      throws InvalidParametersException {
    DdppmParameters asked =
        DdppmParameters.DEFAULT
            .withFactors(DdppmParameters.Vectors.DEFAULT.withK(k).withSteps(steps))
            .withConsensus(consensus)
            .withGossip(40)
            .withTopology(topology)
            .withSigma(sigma)
            .withTopN(10)
            .withMinSupport(1);
    return (Ddppm)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(
                DdppmParameters.ALGORITHM, asked, ITEMS, PARTICIPANTS, () -> 1L),
            ITEMS);
  }

  private SpectralFactors published(Ddppm algorithm, Path directory) throws IOException {
    InProcessSession.Result result =
        TestHolders.run(algorithm, TestHolders.dealt(ratings(), PARTICIPANTS), directory);
    assertThat(result.failure()).isEmpty();
    return FactorsFile.read(directory.resolve(FactorsFile.NAME));
  }

  private static SymmetricEigen exact() {
    double[] identity = new double[ITEMS * ITEMS];
    for (int item = 0; item < ITEMS; item++) {
      identity[item * ITEMS + item] = 1;
    }
    NodeRows rows = NodeRows.normalised(ratings().pattern(), ratings().pattern().itemDegrees());
    return SymmetricEigen.of(rows.gramTimes(TallMatrix.of(ITEMS, ITEMS, identity)).data(), ITEMS);
  }

  /// |cos| of the angles between what was found and the eigenvectors of P̃.
  private static void assertEigenvectors(SpectralFactors found, double most) {
    SymmetricEigen exact = exact();
    for (int c = 0; c < K; c++) {
      double along = 0;
      for (int item = 0; item < ITEMS; item++) {
        along += found.basis().get(item, c) * exact.vectors()[item * ITEMS + c];
      }
      assertThat(1 - Math.abs(along)).isLessThan(most);
      assertThat((double) found.lambda()[c]).isCloseTo(exact.values()[c], within(1e-4));
    }
  }

  @Test
  void secureSession_onAnyTopology_findsEigenvectors() throws Exception {
    for (DdppmParameters.Topology topology :
        List.of(
            new DdppmParameters.Complete(),
            new DdppmParameters.Ring(),
            new DdppmParameters.Edges(
                List.of(
                    List.of("holder-0", "holder-1"),
                    List.of("holder-1", "holder-2"),
                    List.of("holder-1", "holder-3"))))) {
      Path directory = Files.createTempDirectory(work, "run");
      assertEigenvectors(
          published(ddppm(100, DdppmParameters.SECURE, topology, 0), directory), 1e-6);
    }
  }

  /// Participants that draw the same find the same, under masks or by gossip in clear, but for what
  /// the fixed point and the last differences leave.
  @Test
  void secureAndPlain_ofTheSameDraws_publishTheSame() throws Exception {
    SpectralFactors secure = drawnAlike(DdppmParameters.SECURE);
    SpectralFactors plain = drawnAlike(DdppmParameters.PLAIN);
    for (int c = 0; c < K; c++) {
      assertThat(plain.lambda()[c]).isCloseTo(secure.lambda()[c], within(1e-6f));
      for (int item = 0; item < ITEMS; item++) {
        assertThat(plain.basis().get(item, c))
            .isCloseTo(secure.basis().get(item, c), within(1e-6f));
      }
    }
  }

  private SpectralFactors drawnAlike(String consensus) throws Exception {
    Path directory = Files.createDirectory(work.resolve(consensus));
    KeyStream draws = new KeyStream(SecretBytes.copyOf(new byte[KeyStream.KEY_BYTES]));
    InProcessSession session =
        new InProcessSession(
            ddppm(10, consensus, new DdppmParameters.Ring(), 0).algorithm(),
            TestHolders.dealt(ratings(), PARTICIPANTS),
            (round, chunks) -> {},
            new KeyStreamRandom(draws),
            Optional.empty());
    assertThat(session.run(directory).failure()).isEmpty();
    return FactorsFile.read(directory.resolve(FactorsFile.NAME));
  }

  @Test
  void noise_thatStepsAdd_disturbsWhatIsFound() throws Exception {
    SpectralFactors found =
        published(ddppm(20, DdppmParameters.SECURE, new DdppmParameters.Ring(), 5), work);
    assertThatThrownBy(() -> assertEigenvectors(found, 1e-6)).isInstanceOf(AssertionError.class);
  }

  @Test
  void rank_thatRowsDoNotHave_failsByName() throws Exception {
    Ddppm algorithm = ddppm(ITEMS, 40, DdppmParameters.SECURE, new DdppmParameters.Complete(), 0);
    RatingMatrix two =
        RatingMatrix.of(
            TestHolders.interactions(USERS, ITEMS, (user, item) -> item % 2 == user % 2));
    assertThatThrownBy(() -> TestHolders.run(algorithm, TestHolders.dealt(two, PARTICIPANTS), work))
        .hasMessageContaining("there is no singular vector 3");
  }

  @Test
  void disclosure_plain_opensPairs_secure_byHowManySums() throws Exception {
    assertThat(
            ddppm(2, DdppmParameters.PLAIN, new DdppmParameters.Ring(), 0)
                .algorithm()
                .disclosure()
                .opensItemPairs())
        .isTrue();
    assertThat(
            ddppm(2, DdppmParameters.SECURE, new DdppmParameters.Ring(), 0)
                .algorithm()
                .disclosure())
        .isInstanceOf(Disclosure.ExactSums.class)
        .satisfies(secure -> assertThat(secure.opensItemPairs()).isFalse());
    assertThat(
            ddppm(40, DdppmParameters.SECURE, new DdppmParameters.Ring(), 0)
                .algorithm()
                .disclosure()
                .opensItemPairs())
        .isTrue();
  }

  @Test
  void digest_ofOtherTerms_differs() throws Exception {
    Ddppm usual = ddppm(4, DdppmParameters.SECURE, new DdppmParameters.Ring(), 0);
    assertThat(
            List.of(
                ddppm(5, DdppmParameters.SECURE, new DdppmParameters.Ring(), 0)
                    .algorithm()
                    .digest(),
                ddppm(4, DdppmParameters.PLAIN, new DdppmParameters.Ring(), 0).algorithm().digest(),
                ddppm(4, DdppmParameters.SECURE, new DdppmParameters.Complete(), 0)
                    .algorithm()
                    .digest(),
                ddppm(4, DdppmParameters.SECURE, new DdppmParameters.Ring(), 1)
                    .algorithm()
                    .digest()))
        .doesNotContain(usual.algorithm().digest())
        .doesNotHaveDuplicates();
  }
}
