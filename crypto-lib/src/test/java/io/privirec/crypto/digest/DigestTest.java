package io.privirec.crypto.digest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestTest {
  /// FIPS 180-4, the one-block example.
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void of_abcInAnyParts_isTheStandardsExample() {
    assertThat(Digest.of("abc".getBytes(US_ASCII)).hex()).isEqualTo(ABC);
    assertThat(Digest.of("a".getBytes(US_ASCII), "bc".getBytes(US_ASCII)).hex()).isEqualTo(ABC);
    assertThat(Digest.of("xabcy".getBytes(US_ASCII), 1, 3).hex()).isEqualTo(ABC);
  }

  @Test
  void ofFile_sameBytes_isTheSame(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("abc"), "abc");
    assertThat(Digest.ofFile(file)).isEqualTo(Digest.parse(ABC));
  }

  @Test
  void ofFile_longerThanItsBuffer_isTheDigestOfAllOfIt(@TempDir Path directory) throws IOException {
    byte[] bytes = new byte[(1 << 19) + 7];
    bytes[bytes.length - 1] = 1;
    assertThat(Digest.ofFile(Files.write(directory.resolve("long"), bytes)))
        .isEqualTo(Digest.of(bytes));
  }

  @Test
  void fromBytes_otherThan32_refuses() {
    Digest abc = Digest.parse(ABC);
    assertThat(Digest.fromBytes(abc.bytes()))
        .isEqualTo(abc)
        .hasSameHashCodeAs(abc)
        .isNotEqualTo(Digest.of())
        .doesNotHaveSameHashCodeAs(Digest.of())
        .isNotEqualTo(ABC);
    for (int sizeBytes : new int[] {0, 31, 33}) {
      assertThatThrownBy(() -> Digest.fromBytes(new byte[sizeBytes]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void parse_anythingButLowerHex_refuses() {
    assertThat(Digest.parse(ABC)).hasToString(ABC);
    for (String bad : new String[] {"", "00", ABC.toUpperCase(java.util.Locale.ROOT), ABC + "00"}) {
      assertThatThrownBy(() -> Digest.parse(bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
