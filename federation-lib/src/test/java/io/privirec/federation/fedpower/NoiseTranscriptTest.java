package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Algorithm;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.TestHolders;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.federation.local.PlainSum;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What coordinator and key holder of `fedpower-utility` see of answers and totals.
class NoiseTranscriptTest extends NoiseRounds {
  private static final int RUNS = Boolean.getBoolean("tests.long") ? 40 : 12;

  /// What hides noise is drawn anew for each synchronisation, also where a coordinator sends the
  /// same selectors again.
  @Test
  void randomness_isAnotherInEachSync_andTheSameWhenAskedAgain() throws Exception {
    UtilityFedPower two = algorithm(2);
    Algorithm ofTwo = two.algorithm();
    BigInteger n = KEYS.publicKey().n();
    List<BigInteger> residues = new ArrayList<>();
    Map<Integer, Selectors> same =
        Map.of(
            1, new Selectors(counts(), KEYS.publicKey().encode(), selectors(zero(), 1)),
            2, new Selectors(counts(), KEYS.publicKey().encode(), selectors(zero(), 2)));
    for (int sync : new int[] {1, 2, 2}) {
      RoundSpec round = two.terms().round(sync, Part.ANSWERS);
      Path file = work.resolve(round.broadcastFile());
      same.get(sync).write(file);
      CipherContribution made =
          (CipherContribution)
              ofTwo.contribution(
                  new RoundInput(
                      NODE,
                      round,
                      file,
                      data(),
                      Optional.empty(),
                      Optional.of(secret(NODE)),
                      cohort()));
      residues.add(number(CipherWords.read(KEYS.publicKey(), words(made), 0)).mod(n));
    }
    assertThat(residues.get(0)).isNotEqualTo(residues.get(1));
    assertThat(residues.get(1)).isEqualTo(residues.get(2));
  }

  /// That was encrypted with the exponent 0: a multiple of it hides nothing by itself.
  private static byte[] zero() {
    byte[] one = new byte[PaillierPublicKey.CIPHERTEXT_BYTES];
    one[one.length - 1] = 1;
    return one;
  }

  /// A participant sends chunk by chunk, and after a restart only those that are not there.
  @Test
  void answer_inPieces_isThatInOne() throws Exception {
    new Selectors(counts(), KEYS.publicKey().encode(), selectors(one())).write(file(Part.ANSWERS));
    RingVector whole = words(answer(NODE));
    int pieces = ALGORITHM.terms().plaintexts();
    assertThat(pieces).isGreaterThan(2);
    for (int first = 0; first < pieces; first++) {
      RingVector rest =
          RingVector.zero(CipherWords.RING, (pieces - first) * CipherWords.IN_CIPHERTEXT);
      int offset = first * CipherWords.IN_CIPHERTEXT;
      answer(NODE).fill(offset, rest);
      for (int i = 0; i < rest.length(); i++) {
        assertThat(rest.getSigned(i)).isEqualTo(whole.getSigned(offset + i));
      }
    }
  }

  /// With the key in hand, and everybody's answers: without one participant's, what the others'
  /// hide is no noise, and no part of it is told.
  @Test
  void answersOfFewerThanEverybody_areUniformAlsoToTheKeyHolder() throws Exception {
    new Selectors(counts(), KEYS.publicKey().encode(), selectors(one())).write(file(Part.ANSWERS));
    CipherContribution answer = answer(NODE);
    MaskKey shared = new MaskKey(SecretBytes.copyOf(new byte[MaskKey.SIZE_BYTES]));
    BigInteger n = KEYS.publicKey().n();
    RingVector words = words(answer);
    BigInteger[] masks =
        new MaskSum(List.of(shared), List.of()).residues(0, ALGORITHM.terms().plaintexts(), 400, n);
    BigInteger[] taken =
        new MaskSum(List.of(), List.of(shared)).residues(0, ALGORITHM.terms().plaintexts(), 400, n);
    for (int index = 0; index < ALGORITHM.terms().plaintexts(); index++) {
      Ciphertext plain = CipherWords.read(KEYS.publicKey(), words, index);
      Ciphertext masked = KEYS.publicKey().plus(plain, masks[index]);

      assertThatThrownBy(() -> ALGORITHM.terms().slots().unpack(KEYS.decrypt(masked)))
          .hasMessageContaining("slots");
      assertThat(KEYS.decrypt(masked).mod(n))
          .isEqualTo(KEYS.decrypt(plain).add(masks[index]).mod(n));
      assertThat(KEYS.decrypt(KEYS.publicKey().plus(masked, taken[index])))
          .isEqualTo(KEYS.decrypt(plain));
    }
  }

  /// The masks alone decide what a participant's ciphertext hides, to whoever decrypts it: their
  /// bits are as likely as those of any number below n.
  @Test
  void masks_areUniform() {
    MaskSum sum =
        new MaskSum(
            List.of(new MaskKey(SecretBytes.random(MaskKey.SIZE_BYTES, RANDOM))),
            List.of(new MaskKey(SecretBytes.random(MaskKey.SIZE_BYTES, RANDOM))));
    BigInteger n = KEYS.publicKey().n();

    List<BigInteger> drawn = List.of(sum.residues(3, 2_000, 400, n));

    assertLooksLike(drawn, IntStream.range(0, 2_000).mapToObj(_ -> below(n)).toList());
    assertThat(drawn.stream().filter(mask -> mask.compareTo(n.shiftRight(1)) < 0).count())
        .isBetween(850L, 1_150L);
  }

  private static BigInteger below(BigInteger n) {
    return new BigInteger(n.bitLength() + 128, RANDOM).mod(n);
  }

  /// All that the coordinator gets of noise: whoever knows only its total makes answers that look
  /// the same, also to the key holder, and add up to the same.
  @Test
  void coordinatorsView_isThatOfASimulatorThatKnowsTheTotalAlone() throws Exception {
    BigInteger n = KEYS.publicKey().n();
    List<BigInteger> real = new ArrayList<>();
    List<BigInteger> realHidden = new ArrayList<>();
    List<BigInteger> simulated = new ArrayList<>();
    List<BigInteger> simulatedHidden = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      List<Ciphertext[]> answers = maskedAnswers(NODE);
      List<Ciphertext[]> made = new ArrayList<>();
      for (int index = 0; index < ALGORITHM.terms().plaintexts(); index++) {
        BigInteger total = KEYS.decrypt(total(answers, index));
        made.add(simulated(total));
        assertThat(KEYS.decrypt(KEYS.publicKey().sum(List.of(made.get(index))))).isEqualTo(total);
        for (int p = 0; p < PARTICIPANTS; p++) {
          real.add(number(answers.get(p)[index]));
          realHidden.add(KEYS.decrypt(answers.get(p)[index]).mod(n));
          simulated.add(number(made.get(index)[p]));
          simulatedHidden.add(KEYS.decrypt(made.get(index)[p]).mod(n));
        }
      }
    }
    assertLooksLike(real, simulated);
    assertLooksLike(realHidden, simulatedHidden);
  }

  private static Ciphertext[] simulated(BigInteger total) {
    BigInteger n = KEYS.publicKey().n();
    Ciphertext[] made = new Ciphertext[PARTICIPANTS];
    BigInteger left = total;
    for (int p = 0; p < PARTICIPANTS; p++) {
      BigInteger share = p + 1 < PARTICIPANTS ? below(n) : left.mod(n);
      left = left.subtract(share);
      made[p] = KEYS.publicKey().plus(ENCRYPTOR.encrypt(BigInteger.ZERO, RANDOM), share);
    }
    return made;
  }

  private static Ciphertext total(List<Ciphertext[]> answers, int index) {
    return KEYS.publicKey().sum(answers.stream().map(own -> own[index]).toList());
  }

  /// Of participants with new secrets, under new masks.
  private List<Ciphertext[]> maskedAnswers(ParticipantId chosen) throws Exception {
    SortedMap<ParticipantId, SessionSecret> secrets = new TreeMap<>();
    SortedMap<ParticipantId, byte[]> sealed = new TreeMap<>();
    for (ParticipantId id : cohort()) {
      SessionSecret secret = SessionSecret.random(RANDOM);
      BigInteger bit = id.equals(chosen) ? BigInteger.ZERO : BigInteger.ONE;
      secrets.put(id, secret);
      sealed.put(
          id,
          Selectors.seal(
              ENCRYPTOR.encrypt(bit, RANDOM).encode(), UtilityNode.sealing(secret), id, 1, RANDOM));
    }
    new Selectors(counts(), KEYS.publicKey().encode(), sealed).write(file(Part.ANSWERS));
    MaskKey[] shared = new MaskKey[PARTICIPANTS];
    Arrays.setAll(shared, _ -> new MaskKey(SecretBytes.random(MaskKey.SIZE_BYTES, RANDOM)));
    Algorithm fresh = ALGORITHM.algorithm();
    List<Ciphertext[]> answers = new ArrayList<>();
    for (var own : secrets.entrySet()) {
      answers.add(
          own.getKey().equals(KEY_HOLDER)
              ? encryptedNoise()
              : answers(fresh, own.getKey(), own.getValue()));
    }
    for (int p = 0; p < PARTICIPANTS; p++) {
      // In a triangle: each adds one, and takes one off that its neighbour added.
      BigInteger[] masks =
          new MaskSum(List.of(shared[p]), List.of(shared[(p + 1) % PARTICIPANTS]))
              .residues(0, ALGORITHM.terms().plaintexts(), 400, KEYS.publicKey().n());
      Ciphertext[] own = answers.get(p);
      Arrays.setAll(own, index -> KEYS.publicKey().plus(own[index], masks[index]));
    }
    return answers;
  }

  private Ciphertext[] answers(Algorithm by, ParticipantId participant, SessionSecret secret)
      throws Exception {
    RoundSpec round = ALGORITHM.terms().round(1, Part.ANSWERS);
    RingVector words =
        words(
            (CipherContribution)
                by.contribution(
                    new RoundInput(
                        participant,
                        round,
                        file(Part.ANSWERS),
                        data(),
                        Optional.empty(),
                        Optional.of(secret),
                        cohort())));
    Ciphertext[] all = new Ciphertext[ALGORITHM.terms().plaintexts()];
    for (int index = 0; index < all.length; index++) {
      all[index] = CipherWords.read(KEYS.publicKey(), words, index);
    }
    return all;
  }

  /// The key holder's answer. Its key would follow from its secret, and takes seconds to make.
  private static Ciphertext[] encryptedNoise() {
    long[] noise = NodeNoise.of(ALGORITHM.terms(), SessionSecret.random(RANDOM), 1, 10, USERS);
    Ciphertext[] all = new Ciphertext[ALGORITHM.terms().plaintexts()];
    Arrays.setAll(
        all, index -> ENCRYPTOR.encrypt(ALGORITHM.terms().slots().pack(noise, index), RANDOM));
    return all;
  }

  /// What the coordinator makes of the same answers is never the same, and always hides their sum.
  @Test
  void total_ofTheSameAnswers_isHiddenAnewByTheCoordinator() throws Exception {
    new Selectors(counts(), KEYS.publicKey().encode(), selectors(one())).write(file(Part.ANSWERS));
    List<RingVector> answers = new ArrayList<>();
    for (int n = 0; n < PARTICIPANTS; n++) {
      answers.add(words(answer(TestHolders.id(n))));
    }
    Set<BigInteger> seen = new HashSet<>();
    Set<List<Long>> opened = new HashSet<>();
    for (int run = 0; run < 3; run++) {
      Path directory = Files.createDirectory(work.resolve("run-" + run));
      Files.write(directory.resolve("noise-keys"), keys().bytes());

      ALGORITHM
          .algorithm()
          .complete(UtilityTerms.index(1, Part.ANSWERS), new SideBySide(answers), directory);

      Path total = directory.resolve(ALGORITHM.terms().round(1, Part.TOTAL).broadcastFile());
      NoiseTotal read = NoiseTotal.read(total, ALGORITHM.terms());
      seen.add(new BigInteger(1, Arrays.copyOf(read.ciphertexts(), 768)));
      opened.add(
          Arrays.stream(read.decrypt(KEYS, ALGORITHM.terms(), PARTICIPANTS)).boxed().toList());
    }
    assertThat(seen).hasSize(3);
    assertThat(opened).hasSize(1);
    long[] expected = new long[ALGORITHM.terms().length()];
    for (int n = 0; n < PARTICIPANTS; n++) {
      long[] own = NodeNoise.of(ALGORITHM.terms(), secret(TestHolders.id(n)), 1, 10, USERS);
      Arrays.setAll(expected, i -> expected[i] + own[i]);
    }
    assertThat(opened.iterator().next()).isEqualTo(Arrays.stream(expected).boxed().toList());
  }

  /// Everybody's answers as the coordinator has them, without masks.
  private record SideBySide(List<RingVector> answers) implements Aggregate {
    @Override
    public long length() {
      return (long) answers.size() * answers.getFirst().length();
    }

    @Override
    public SortedSet<ParticipantId> survivors() {
      return cohort();
    }

    @Override
    public RoundKind kind() {
      return PlainSum.CLOSED;
    }

    @Override
    public void read(long offset, RingVector out) {
      int each = answers.getFirst().length();
      for (int i = 0; i < out.length(); i++) {
        int n = Math.toIntExact(offset + i);
        out.setReduced(i, answers.get(n / each).getSigned(n % each));
      }
    }
  }

  /// What the key holder sees of answers: the coordinator hid their product anew, and it looks as
  /// if the total that it decrypts to had just been encrypted.
  @Test
  void total_looksLikeAFreshEncryptionOfItsPlaintext() {
    BigInteger first = BigInteger.valueOf(123_456_789);
    BigInteger second = BigInteger.valueOf(-987_654_321);
    Ciphertext ofOne = ENCRYPTOR.encrypt(first, new KeyStreamRandom(fixed()));
    Ciphertext ofOther = ENCRYPTOR.encrypt(second, new KeyStreamRandom(fixed()));
    List<BigInteger> totals = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      Ciphertext product = KEYS.publicKey().sum(List.of(ofOne, ofOther));
      totals.add(number(ENCRYPTOR.rerandomise(product, RANDOM)));
    }
    assertLooksLike(totals, encryptions(first.add(second)));
    assertThat(totals).doesNotHaveDuplicates();
  }

  private static KeyStream fixed() {
    return new KeyStream(SecretBytes.copyOf(new byte[KeyStream.KEY_BYTES]));
  }
}
