package io.privirec.crypto.paillier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaillierTest {
  private static final PaillierKeyPair PAIR = TestKey.PAIR;
  private static final PaillierPublicKey KEY = PAIR.publicKey();
  private static final PaillierEncryptor ENCRYPTOR = new PaillierEncryptor(KEY);

  private final SecureRandom random = new SeededRandom(1);

  private static Ciphertext ciphertext(String name) throws GeneralSecurityException {
    return KEY.ciphertext(Numbers.encode(TestKey.number(name), PaillierPublicKey.CIPHERTEXT_BYTES));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void decrypt_ciphertextsOfAnotherImplementation(int vector) throws Exception {
    BigInteger message = TestKey.number("message." + vector);

    assertThat(PAIR.decrypt(ciphertext("ciphertext." + vector))).isEqualTo(KEY.signed(message));
  }

  @Test
  void sumsAndProducts_areThoseOfAnotherImplementation() throws Exception {
    assertThat(KEY.sum(List.of(ciphertext("ciphertext.1"), ciphertext("ciphertext.2"))))
        .isEqualTo(ciphertext("sum.1.2"));
    assertThat(new Multiples(KEY, ciphertext("ciphertext.2"), 1).times(BigInteger.valueOf(7)))
        .isEqualTo(ciphertext("product.2.7"));
  }

  /** paillier-bigint decrypted the ciphertext of this digest to −123,456,789 modulo n. */
  @Test
  void encrypt_isDecryptedByAnotherImplementation() {
    Ciphertext made = ENCRYPTOR.encrypt(BigInteger.valueOf(-123_456_789), new SeededRandom(7));

    assertThat(Digest.of(made.encode()).hex())
        .isEqualTo("18d83a16a1580d6e56c21addd12995d69ec26f02afbb555fe0796530b4bcd2a8");
  }

  @Test
  void sumsOfProducts_decryptToThem() {
    BigInteger half = KEY.n().shiftRight(1);
    for (BigInteger message :
        List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(-5), half, half.negate())) {
      Ciphertext hidden = ENCRYPTOR.encrypt(message, random);
      assertThat(PAIR.decrypt(hidden)).isEqualTo(message);
      assertThat(PAIR.decrypt(ENCRYPTOR.rerandomise(hidden, random))).isEqualTo(message);
    }
    Ciphertext one = ENCRYPTOR.encrypt(BigInteger.ONE, random);
    Ciphertext zero = ENCRYPTOR.encrypt(BigInteger.ZERO, random);
    BigInteger noise = new BigInteger(2800, random).negate();
    Ciphertext chosen = new Multiples(KEY, one, 1).times(noise);
    Ciphertext dropped = new Multiples(KEY, zero, 100).times(noise);
    assertThat(PAIR.decrypt(chosen)).isEqualTo(noise);
    assertThat(PAIR.decrypt(dropped)).isEqualTo(BigInteger.ZERO);
    assertThat(PAIR.decrypt(KEY.sum(List.of(chosen, dropped, chosen))))
        .isEqualTo(noise.shiftLeft(1));
  }

  @Test
  void ciphertextsOfOneMessage_areAllDifferent() {
    Ciphertext first = ENCRYPTOR.encrypt(BigInteger.TEN, random);

    assertThat(first).isNotEqualTo(ENCRYPTOR.encrypt(BigInteger.TEN, random));
    assertThat(first).isNotEqualTo(ENCRYPTOR.rerandomise(first, random));
  }

  @Test
  void generate_makesKeysThatAreProvenAndWork() throws Exception {
    PaillierKeyPair made = PaillierKeyPair.generate(random);
    PaillierPublicKey read = PaillierPublicKey.decode(made.publicKey().encode());
    PaillierEncryptor quick = new PaillierEncryptor(read, 512);

    assertThat(read).isEqualTo(made.publicKey()).isNotEqualTo(KEY);
    assertThat(made.decrypt(quick.encrypt(BigInteger.valueOf(-9), random)))
        .isEqualTo(BigInteger.valueOf(-9));
    assertThat(PaillierKeyPair.decode(made.encode()).publicKey()).isEqualTo(read);
    // Of a key that is not theirs ciphertexts decrypt to something else.
    assertThat(PAIR.decrypt(foreign(quick.encrypt(BigInteger.valueOf(-9), random))))
        .isNotEqualTo(BigInteger.valueOf(-9));
  }

  private static Ciphertext foreign(Ciphertext ciphertext) {
    return new Ciphertext(ciphertext.value().mod(KEY.square().value()));
  }

  @Test
  void ciphertextsThatAreNone_areRefusedByName() {
    BigInteger square = KEY.square().value();
    refuse(BigInteger.ZERO, "must be in (0, n²)");
    refuse(square, "must be in (0, n²)");
    refuse(square.add(BigInteger.ONE), "must be in (0, n²)");
    refuse(KEY.n(), "no factor in common with n");
    refuse(TestKey.number("p").multiply(BigInteger.valueOf(3)), "no factor in common with n");
    assertThatThrownBy(() -> KEY.ciphertext(new byte[PaillierPublicKey.CIPHERTEXT_BYTES - 1]))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("768 bytes");
  }

  private static void refuse(BigInteger value, String because) {
    assertThatThrownBy(
            () -> KEY.ciphertext(Numbers.encode(value, PaillierPublicKey.CIPHERTEXT_BYTES)))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining(because);
  }

  @Test
  void keysThatAreNone_areRefusedByName() {
    byte[] good = KEY.encode();
    refuseKey(Arrays.copyOf(good, good.length - 1), "4608 bytes");
    byte[] even = good.clone();
    even[PaillierPublicKey.BITS / 8 - 1] &= (byte) 0xFE;
    refuseKey(even, "not proven");
    byte[] small = good.clone();
    small[0] = 0;
    refuseKey(small, "3072 bits");
    byte[] wrongRoot = good.clone();
    wrongRoot[good.length - 1] ^= 1;
    refuseKey(wrongRoot, "not proven");
    byte[] noRoot = good.clone();
    Arrays.fill(noRoot, PaillierPublicKey.BITS / 8, noRoot.length, (byte) 0);
    refuseKey(noRoot, "not proven");
  }

  /// A square has a factor in common with its totient: of the numbers that a hash chose next to
  /// none has a root, whatever is given for one.
  @Test
  void modulusWithASquare_isRefused() {
    BigInteger p = BigInteger.probablePrime(1024, random);
    BigInteger n = p.multiply(p).multiply(BigInteger.probablePrime(1024, random));
    ModulusProof forged = new ModulusProof(Collections.nCopies(ModulusProof.ROOTS, BigInteger.TWO));

    assertThat(forged.holdsFor(n)).isFalse();
    // A prime has all roots, and hides nothing.
    BigInteger prime = BigInteger.probablePrime(PaillierPublicKey.BITS, random);
    assertThat(ModulusProof.of(prime, prime.subtract(BigInteger.ONE)).holdsFor(prime)).isFalse();
  }

  /// −1 has the Jacobi symbol −1 modulo it, and so have half of the ciphertexts that are made with
  /// it: participants would refuse selectors, and not the key holder's key.
  @Test
  void modulusThatIsThreeModuloFour_isRefused() {
    BigInteger p = TestKey.number("p");
    BigInteger q = BigInteger.probablePrime(PaillierPublicKey.BITS / 2, random);
    while (q.testBit(1) || p.multiply(q).bitLength() < PaillierPublicKey.BITS) {
      q = BigInteger.probablePrime(PaillierPublicKey.BITS / 2, random);
    }
    BigInteger n = p.multiply(q);
    BigInteger phi = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));

    refuseKey(new PaillierPublicKey(n, ModulusProof.of(n, phi)).encode(), "3 modulo 4");
  }

  private static void refuseKey(byte[] encoded, String because) {
    assertThatThrownBy(() -> PaillierPublicKey.decode(encoded))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining(because);
  }

  @Test
  void keyPairsThatAreNone_areRefused() {
    byte[] good = PAIR.encode().expose();
    byte[] composite = good.clone();
    composite[good.length - 1] ^= 4;
    for (byte[] bad : List.of(new byte[3], new byte[good.length], composite)) {
      assertThatThrownBy(() -> PaillierKeyPair.decode(SecretBytes.copyOf(bad)))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @Test
  void whatIsOutOfRange_isRefusedWithoutBeingShown() {
    BigInteger beyond = KEY.n().shiftRight(1).add(BigInteger.ONE);
    assertThatThrownBy(() -> ENCRYPTOR.encrypt(beyond, random))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a plaintext must be in (-n/2, n/2)");
    Multiples multiples = new Multiples(KEY, ENCRYPTOR.encrypt(BigInteger.ONE, random), 10);
    assertThatThrownBy(() -> multiples.times(beyond.negate()))
        .hasMessage("a factor must be in (-n/2, n/2)");
    assertThatThrownBy(() -> new PaillierEncryptor(KEY, 255)).hasMessageContaining("[256, 1536]");
    assertThatThrownBy(() -> new PaillierEncryptor(KEY, 1537)).hasMessageContaining("[256, 1536]");
  }

  @Test
  void nothingSecret_isReadable() {
    assertThat(PAIR.toString()).isEqualTo("PaillierKeyPair[hidden]");
    assertThat(ENCRYPTOR.encrypt(BigInteger.ONE, random).toString())
        .isEqualTo("Ciphertext[768 bytes]");
    assertThat(KEY.toString()).isEqualTo("PaillierPublicKey[3072 bits]");
  }

  /** Barrett's quotient is too small most often next to multiples of the modulus. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "12345"})
  void modulus_products_areThoseOfDivision(long offset) {
    Modulus modulus = KEY.square();
    BigInteger last = modulus.value().subtract(BigInteger.valueOf(offset));
    for (BigInteger other : List.of(last, BigInteger.TWO, new BigInteger(6000, random))) {
      assertThat(modulus.times(last, other)).isEqualTo(last.multiply(other).mod(modulus.value()));
    }
  }
}
