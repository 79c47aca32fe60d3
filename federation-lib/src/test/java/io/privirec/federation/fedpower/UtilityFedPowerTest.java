package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.paillier.SlotLayout;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.TestHolders;
import io.privirec.federation.WithGarbage;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.RowParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UtilityFedPowerTest {
  private static final int USERS = 90;
  private static final int ITEMS = 30;
  private static final int PARTICIPANTS = 3;
  private static final int SYNCS = 2;
  private static final long SEED = 11;
  private static final ParticipantId KEY_HOLDER = TestHolders.id(1);

  @TempDir private Path work;

  private static UtilityFedPower algorithm(double sigma) throws InvalidParametersException {
    UtilityFedPowerParameters asked =
        UtilityFedPowerParameters.of(RowParameters.DEFAULT.withKind("ratings").withLargest(5.))
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(3)
                    .withOversampling(1)
                    .withLocalSteps(1)
                    .withRounds(SYNCS)
                    .withSeed(SEED))
            .withSigma(sigma)
            .withKeyHolder(KEY_HOLDER.value())
            .withExponentBits(256)
            .withTopN(10)
            .withMinSupport(2);
    return (UtilityFedPower)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(
                UtilityFedPower.ID, asked, ITEMS, PARTICIPANTS, () -> SEED),
            ITEMS);
  }

  private static SortedMap<ParticipantId, RatingMatrix> data() {
    return TestHolders.dealt(everybody(), PARTICIPANTS);
  }

  private static RatingMatrix everybody() {
    Random random = new Random(3);
    InteractionMatrix pattern =
        TestHolders.interactions(
            USERS, ITEMS, (user, item) -> random.nextInt(user % 2 == item % 2 ? 2 : 6) == 0);
    float[] values = new float[pattern.interactions()];
    for (int n = 0; n < values.length; n++) {
      values[n] = 1 + random.nextInt(5);
    }
    return RatingMatrix.of(pattern, values);
  }

  private static SecureRandom seeded() {
    return new KeyStreamRandom(new KeyStream(SecretBytes.copyOf(new byte[KeyStream.KEY_BYTES])));
  }

  /// What a session from [#seeded()] draws for its participants.
  private static SortedMap<ParticipantId, SessionSecret> secrets() {
    SecureRandom random = seeded();
    IdentityKeyPair.generate(random);
    SortedMap<ParticipantId, SessionSecret> secrets = new TreeMap<>();
    for (ParticipantId participant : data().keySet()) {
      IdentityKeyPair.generate(random);
      secrets.put(participant, SessionSecret.random(random));
    }
    return secrets;
  }

  private InProcessSession.Result run(Algorithm algorithm) throws IOException {
    return new InProcessSession(
            algorithm, data(), (round, chunks) -> {}, seeded(), Optional.empty())
        .run(work);
  }

  /// Keeps the sums of numbers, and the broadcasts that they were made with.
  private static Algorithm opened(UtilityFedPower algorithm, List<long[]> sums, Path copies) {
    return algorithm
        .algorithm()
        .withRounds(round ->
            round.withCompletion((sum, workDirectory) -> {
              RoundSpec spec = round.spec();
              long[] numbers = new long[Math.toIntExact(sum.length())];
              RingVector values = RingVector.zero(spec.vector().ring(), numbers.length);
              sum.read(0, values);
              Arrays.setAll(numbers, values::getSigned);
              sums.add(numbers);
              if (spec.hasBroadcast()) {
                Files.copy(
                    workDirectory.resolve(spec.broadcastFile()),
                    copies.resolve(spec.broadcastFile()));
              }
              return round.complete(sum, workDirectory);
            }));
  }

  /// What everybody's products are together, without any noise, in fixed point.
  private long[] products(UtilityFedPower algorithm, int sync, Path copies) throws IOException {
    RoundSpec round = algorithm.terms().round(sync, Part.PRODUCT);
    ProductRounds rounds = new ProductRounds(algorithm.terms().base());
    long[] sum = new long[algorithm.terms().length()];
    for (var own : data().entrySet()) {
      RoundInput input =
          new RoundInput(
              own.getKey(), round, copies.resolve(round.broadcastFile()), own.getValue());
      TallMatrix product = rounds.part(input, rounds.broadcast(input, sync == 1));
      Arrays.setAll(
          sum,
          n ->
              sum[n]
                  + (long) Math.rint(Math.scalb(product.data()[n], algorithm.terms().scaleBits())));
    }
    return sum;
  }

  @Test
  void sums_withoutTheTotal_haveExactlyOneParticipantsNoise_bitForBit(@TempDir Path copies)
      throws Exception {
    UtilityFedPower algorithm = algorithm(.1);
    List<long[]> sums = new ArrayList<>();

    assertThat(run(opened(algorithm, sums, copies)).failure()).isEmpty();

    for (int sync = 1; sync <= SYNCS; sync++) {
      long[] noisy = sums.get(UtilityTerms.index(sync, Part.PRODUCT));
      long[] total = sums.get(UtilityTerms.index(sync, Part.TOTAL));
      long[] exact = products(algorithm, sync, copies);
      long[] left = new long[exact.length];
      Arrays.setAll(left, n -> noisy[n] - total[n] - exact[n]);
      List<ParticipantId> whose = new ArrayList<>();
      for (var secret : secrets().entrySet()) {
        long[] noise =
            NodeNoise.of(algorithm.terms(), secret.getValue(), sync, USERS / PARTICIPANTS, USERS);
        assertThat(Arrays.stream(noise).filter(number -> number != 0).count()).isPositive();
        if (Arrays.equals(noise, left)) {
          whose.add(secret.getKey());
        }
      }
      assertThat(whose).hasSize(1).doesNotContain(KEY_HOLDER);
    }
  }

  /// As the campaign and `lab run --reveal-noise` ask it of services.
  @Test
  void noiseLeft_isOneParticipantsInEachSync_andNobodysOfOtherDataOrSecrets(@TempDir Path copies)
      throws Exception {
    UtilityFedPower algorithm = algorithm(.1);
    assertThat(run(opened(algorithm, new ArrayList<>(), copies)).failure()).isEmpty();
    byte[] factors = Files.readAllBytes(work.resolve(FactorsFile.NAME));
    List<Digest> broadcasts =
        List.of(
            Digest.ofFile(
                copies.resolve(algorithm.terms().round(2, Part.PRODUCT).broadcastFile())));

    assertThat(
            new NoiseLeft(algorithm.terms(), data(), secrets())
                .explain(broadcasts, factors, copies))
        .hasSize(SYNCS)
        .allSatisfy(whose -> assertThat(whose).hasSize(1));

    SortedMap<ParticipantId, RatingMatrix> exchanged = data();
    exchanged.put(TestHolders.id(0), data().get(TestHolders.id(2)));
    assertThat(
            new NoiseLeft(algorithm.terms(), exchanged, secrets())
                .explain(broadcasts, factors, copies))
        .containsExactly(List.of());
    SortedMap<ParticipantId, SessionSecret> others = secrets();
    others.replaceAll((_, _) -> SessionSecret.random(new SecureRandom()));
    assertThat(
            new NoiseLeft(algorithm.terms(), data(), others).explain(broadcasts, factors, copies))
        .containsExactly(List.of());
    assertThat(
            new NoiseLeft(algorithm.terms(), data(), secrets())
                .explain(broadcasts, Arrays.copyOf(factors, factors.length - 1), copies))
        .hasSize(SYNCS)
        .endsWith(List.of());
  }

  @Test
  void slots_holdTheNoiseOfEverybody_whateverItsDeviation() throws Exception {
    for (double sigma : new double[] {1e-6, .1, 1, .5 - 1e-12, 1e3}) {
      UtilityFedPower algorithm = algorithm(sigma);
      assertThat(algorithm.terms().slots()).isEqualTo(new SlotLayout(5, 76));
      assertThat(Math.scalb(algorithm.terms().largestNoise(), algorithm.terms().scaleBits()))
          .isLessThanOrEqualTo(0x1p31);
      assertThat(256 * UtilityTerms.LARGEST_NUMBER).isLessThan(1L << 39);
    }
  }

  @Test
  void release_withLittleNoise_isNearWhatAllRowsInOnePlaceGive() throws Exception {
    UtilityFedPower algorithm = algorithm(1e-6);

    assertThat(run(algorithm.algorithm()).failure()).isEmpty();

    SpectralFactors published = FactorsFile.read(work.resolve(FactorsFile.NAME));
    long[] degrees = everybody().pattern().itemDegrees();
    TallMatrix product = algorithm.terms().base().start();
    for (int sync = 1; sync <= SYNCS; sync++) {
      product =
          algorithm.terms().base().rows().of(everybody(), degrees).gramTimes(product.orthonormal());
    }
    TallMatrix span = product.orthonormal();
    TallMatrix found = TallMatrix.of(published.basis());
    double[] cosines = span.cross(found);
    double squares = Arrays.stream(cosines).map(cosine -> cosine * cosine).sum();
    assertThat(squares).isCloseTo(found.columns(), within(1e-5));
    double largest = SymmetricEigen.of(product.cross(product), product.columns()).values()[0];
    assertThat((double) published.lambda()[0]).isCloseTo(Math.sqrt(largest) / USERS, within(1e-4));
  }

  @Test
  void garbageForAnswers_orForTheKey_orForTheTotal_endsTheSessionByName() throws Exception {
    UtilityFedPower algorithm = algorithm(.1);
    for (Part part : List.of(Part.KEYS, Part.ANSWERS, Part.TOTAL, Part.PRODUCT)) {
      Algorithm lied =
          WithGarbage.of(algorithm.algorithm(), TestHolders.id(0), UtilityTerms.index(1, part));

      assertThat(outcome(lied))
          .isEqualTo(
              switch (part) {
                case KEYS -> "noise-key-invalid";
                case ANSWERS -> "ciphertext-invalid";
                case TOTAL -> "noise-total-invalid";
                case PRODUCT -> "sum-out-of-range";
              });
    }
  }

  private String outcome(Algorithm algorithm) throws IOException {
    Path fresh = Files.createTempDirectory(work, "session");
    return new InProcessSession(
            algorithm, data(), (round, chunks) -> {}, seeded(), Optional.empty())
        .run(fresh)
        .failure()
        .map(PlanStep.Fail::code)
        .orElse("none");
  }
}
