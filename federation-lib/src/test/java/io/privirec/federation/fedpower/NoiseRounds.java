package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Algorithm;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.RowParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/// Small rounds of `fedpower-utility`: three participants whose secrets are known, the key holder's
/// key, and what they are sent.
abstract class NoiseRounds {
  static final int ITEMS = 40;
  static final int USERS = 30;
  static final int PARTICIPANTS = 3;
  static final int EXPONENT_BITS = 256;
  static final ParticipantId KEY_HOLDER = TestHolders.id(0);
  static final ParticipantId NODE = TestHolders.id(1);
  static final UtilityFedPower ALGORITHM = algorithm();
  static final PaillierKeyPair KEYS =
      PaillierKeyPair.generate(
          new KeyStreamRandom(secret(KEY_HOLDER).stream("fedpower-utility/key", 0, Digest.of())));
  static final PaillierEncryptor ENCRYPTOR = new PaillierEncryptor(KEYS.publicKey(), EXPONENT_BITS);

  /// The same bytes in each run.
  static final SecureRandom RANDOM =
      new KeyStreamRandom(secret(NODE).stream("tests", 0, Digest.of()));

  /// Of a normal variable that anything at all lies further out: with 64 of them, 10⁻⁵.
  private static final double FAR = 5.3;

  final Algorithm algorithm = ALGORITHM.algorithm();

  @TempDir Path work;

  static UtilityFedPower algorithm() {
    return algorithm(1);
  }

  static UtilityFedPower algorithm(int rounds) {
    try {
      return (UtilityFedPower)
          AlgorithmRegistry.settings(
              AlgorithmRegistry.settleAsStated(
                  UtilityFedPower.ID,
                  UtilityFedPowerParameters.of(
                          RowParameters.DEFAULT.withKind("ratings").withLargest(5.))
                      .withFactors(
                          PowerParameters.DEFAULT
                              .withK(4)
                              .withOversampling(0)
                              .withLocalSteps(1)
                              .withRounds(rounds)
                              .withSeed(1L))
                      .withSigma(.1)
                      .withKeyHolder(KEY_HOLDER.value())
                      .withExponentBits(EXPONENT_BITS)
                      .withTopN(10)
                      .withMinSupport(2),
                  ITEMS,
                  PARTICIPANTS,
                  () -> 1),
              ITEMS);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(e);
    }
  }

  static SessionSecret secret(ParticipantId participant) {
    byte[] bytes =
        Arrays.copyOf(Digest.of(participant.value().getBytes(StandardCharsets.UTF_8)).bytes(), 32);
    return new SessionSecret(SecretBytes.copyOf(bytes));
  }

  static RatingMatrix data() {
    InteractionMatrix pattern =
        TestHolders.interactions(10, ITEMS, (user, item) -> (user + item) % 3 == 0);
    float[] values = new float[pattern.interactions()];
    Arrays.fill(values, 3);
    return RatingMatrix.of(pattern, values);
  }

  static FedPowerBroadcast counts() {
    long[] degrees = new long[ITEMS];
    Arrays.fill(degrees, 10);
    return new FedPowerBroadcast(USERS, degrees, TallMatrix.zeros(ITEMS, 4));
  }

  static SortedSet<ParticipantId> cohort() {
    return IntStream.range(0, PARTICIPANTS)
        .mapToObj(TestHolders::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static SortedMap<ParticipantId, byte[]> selectors(byte[] each) {
    return selectors(each, 1);
  }

  static SortedMap<ParticipantId, byte[]> selectors(byte[] each, int sync) {
    SortedMap<ParticipantId, byte[]> selectors = new TreeMap<>();
    for (ParticipantId id : cohort()) {
      selectors.put(id, Selectors.seal(each, sealing(id), id, sync, RANDOM));
    }
    return selectors;
  }

  static SecretBytes sealing(ParticipantId participant) {
    return UtilityNode.sealing(secret(participant));
  }

  /// What the coordinator has of the keys.
  static NoiseKeys keys() {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) NoiseKeys.fileBytes()).put(KEYS.publicKey().encode());
    cohort().forEach(id -> bytes.put(sealing(id).expose()));
    return new NoiseKeys(bytes.array());
  }

  static Selectors choose(int sync) {
    return Selectors.choose(counts(), keys(), cohort(), KEY_HOLDER, sync, ENCRYPTOR, RANDOM);
  }

  static byte[] one() {
    return ENCRYPTOR.encrypt(BigInteger.ONE, RANDOM).encode();
  }

  /// What the key holder decrypts.
  static byte[] encrypted(long[] numbers) {
    byte[] all = new byte[ALGORITHM.terms().plaintexts() * PaillierPublicKey.CIPHERTEXT_BYTES];
    for (int index = 0; index < ALGORITHM.terms().plaintexts(); index++) {
      byte[] one =
          ENCRYPTOR.encrypt(ALGORITHM.terms().slots().pack(numbers, index), RANDOM).encode();
      System.arraycopy(one, 0, all, index * one.length, one.length);
    }
    return all;
  }

  RoundInput input(ParticipantId participant, Part part) {
    RoundSpec round = ALGORITHM.terms().round(1, part);
    return new RoundInput(
        participant,
        round,
        work.resolve(round.broadcastFile()),
        data(),
        Optional.empty(),
        Optional.of(secret(participant)),
        cohort());
  }

  Path file(Part part) {
    return work.resolve(ALGORITHM.terms().round(1, part).broadcastFile());
  }

  CipherContribution answer(ParticipantId participant) throws IOException {
    return (CipherContribution) algorithm.contribution(input(participant, Part.ANSWERS));
  }

  static RingVector words(CipherContribution answer) {
    RingVector words =
        RingVector.zero(
            CipherWords.RING, ALGORITHM.terms().plaintexts() * CipherWords.IN_CIPHERTEXT);
    answer.fill(0, words);
    return words;
  }

  static List<BigInteger> encryptions(BigInteger message) {
    return IntStream.range(0, 300)
        .mapToObj(_ -> number(ENCRYPTOR.encrypt(message, RANDOM)))
        .toList();
  }

  static BigInteger number(Ciphertext ciphertext) {
    return new BigInteger(1, ciphertext.encode());
  }

  /// No bit of the lowest 64 is set noticeably more often in one list than in the other.
  static void assertLooksLike(List<BigInteger> some, List<BigInteger> others) {
    double variance = .25 / some.size() + .25 / others.size();
    for (int bit = 0; bit < Long.SIZE; bit++) {
      assertThat(Math.abs(share(some, bit) - share(others, bit)) / Math.sqrt(variance))
          .isLessThan(FAR);
    }
  }

  private static double share(List<BigInteger> numbers, int bit) {
    return numbers.stream().filter(number -> number.testBit(bit)).count() / (double) numbers.size();
  }

  /// The key holder inspects a broadcast.
  void inspect(RoundInput input) throws IOException {
    algorithm.roundOf(input).inspection().orElseThrow().check().of(input);
  }
}
