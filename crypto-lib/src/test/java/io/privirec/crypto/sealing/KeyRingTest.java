package io.privirec.crypto.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.secret.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyRingTest {
  private static final String PLACE = "row/1";
  private static final SecretBytes SECRET =
      SecretBytes.copyOf("a share".getBytes(StandardCharsets.UTF_8));
  private static final String OLD = "old:" + base64(1);
  private static final String NEW = "new-2:" + base64(2);

  private final SecureRandom random = new SecureRandom();
  private final KeyRing before = KeyRing.of(List.of(OLD), random);
  private final KeyRing after = KeyRing.of(List.of(NEW, OLD), random);

  @Test
  void sealed_isHeaderThenNonceThenCiphertext() {
    byte[] sealed = before.seal(PLACE, SECRET);

    assertThat(sealed).startsWith(1, 3, 'o', 'l', 'd');
    assertThat(sealed).hasSize(2 + 3 + 12 + SECRET.sizeBytes() + 16);
    assertThat(sealed).startsWith(KeyRing.headerOf("old"));
    assertThat(before.seal(PLACE, SECRET)).isNotEqualTo(sealed);
  }

  @Test
  void open_whatAnyKeyOfTheListSealed_givesTheSecret() {
    assertThat(after.open(PLACE, before.seal(PLACE, SECRET))).isEqualTo(SECRET);
    assertThat(after.open(PLACE, after.seal(PLACE, SECRET))).isEqualTo(SECRET);
    assertThat(after.seal(PLACE, SECRET)).startsWith(KeyRing.headerOf("new-2"));
    assertThat(after.keyIds()).containsExactly("new-2", "old");
  }

  @Test
  void open_keyNotInTheList_namesTheKey() {
    byte[] sealed = after.seal(PLACE, SECRET);

    assertThatThrownBy(() -> before.open(PLACE, sealed))
        .isInstanceOfSatisfying(
            UnknownKeyException.class, e -> assertThat(e.keyId()).isEqualTo("new-2"))
        .hasMessageContaining("new-2")
        .hasMessageContaining(PLACE);
  }

  @Test
  void open_anyByteChangedOrCutOrAnotherPlace_isRefused() {
    byte[] sealed = before.seal(PLACE, SECRET);

    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> before.open(PLACE, changed))
          .as("byte %d", i)
          .isInstanceOfAny(SealedValueException.class, UnknownKeyException.class);
    }
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertThatThrownBy(() -> before.open(PLACE, cut)).isInstanceOf(SealedValueException.class);
    }
    assertThatThrownBy(() -> before.open("row/2", sealed)).isInstanceOf(SealedValueException.class);
  }

  @Test
  void open_anotherKeyOfTheSameId_isRefusedAndNamesIt() {
    KeyRing other = KeyRing.of(List.of("old:" + base64(9)), random);
    byte[] sealed = before.seal(PLACE, SECRET);

    assertThatThrownBy(() -> other.open(PLACE, sealed))
        .isInstanceOf(SealedValueException.class)
        .hasMessageContaining("old");
  }

  @Test
  void keys_thatCannotBeUsed_areRefusedWithoutBeingRepeated() {
    String secret = base64(3).substring(0, 20);
    for (List<String> keys :
        List.of(
            List.<String>of(),
            List.of(secret),
            List.of(":" + secret),
            List.of("a b:" + secret),
            List.of("x".repeat(33) + ":" + secret),
            List.of("k:" + secret),
            List.of("k:" + secret + "%"),
            List.of(OLD, OLD))) {
      assertThatThrownBy(() -> KeyRing.of(keys, random))
          .as("%d keys", keys.size())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining(secret);
    }
  }

  @Test
  void key_generated_canBeRead() {
    String generated = SealingKey.generate(random);

    assertThat(KeyRing.of(List.of(generated), random).keyIds())
        .singleElement()
        .asString()
        .matches("generated-[0-9a-f]{8}");
    assertThat(SealingKey.generate(random)).isNotEqualTo(generated);
  }

  @Test
  void key_inTheUrlAlphabetAndWithoutPadding_isTheSameKey() {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) 0xfb);
    String url = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    KeyRing one = KeyRing.of(List.of("k:" + Base64.getEncoder().encodeToString(bytes)), random);
    KeyRing two = KeyRing.of(List.of("k:" + url), random);

    assertThat(url).contains("-");
    assertThat(two.open(PLACE, one.seal(PLACE, SECRET))).isEqualTo(SECRET);
  }

  @Test
  void ring_asText_hasNoKeys() {
    assertThat(after.toString()).contains("old").doesNotContain(base64(1)).doesNotContain("\"");
    assertThat(SealingKey.parse(OLD).toString()).doesNotContain(base64(1));
  }

  private static String base64(int fill) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) fill);
    return Base64.getEncoder().encodeToString(key);
  }
}
