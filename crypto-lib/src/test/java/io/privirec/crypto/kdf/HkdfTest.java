package io.privirec.crypto.kdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.secret.SecretBytes;
import org.junit.jupiter.api.Test;

class HkdfTest {
  private static final String KEY_MATERIAL = "0b".repeat(22);

  /// RFC 5869, appendix A.1.
  @Test
  void derive_rfcCase1_givesItsOutput() {
    assertThat(
            Hkdf.derive(
                Hex.secret(KEY_MATERIAL),
                Hex.bytes("000102030405060708090a0b0c"),
                Hex.bytes("f0f1f2f3f4f5f6f7f8f9"),
                42))
        .isEqualTo(
            Hex.secret(
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"));
  }

  /// RFC 5869, appendix A.2.
  @Test
  void derive_rfcCase2_givesItsOutput() {
    assertThat(
            Hkdf.derive(
                SecretBytes.copyOf(counting(0x00, 0x4f)),
                counting(0x60, 0xaf),
                counting(0xb0, 0xff),
                82))
        .isEqualTo(
            Hex.secret(
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac78272"
                    + "71cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3"
                    + "434f1d87"));
  }

  /// RFC 5869, appendix A.3; its empty salt is the same key as 32 zero bytes.
  @Test
  void derive_rfcCase3_givesItsOutput() {
    String expected =
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8";
    assertThat(Hkdf.derive(Hex.secret(KEY_MATERIAL), new byte[0], new byte[0], 42))
        .isEqualTo(Hex.secret(expected));
    assertThat(Hkdf.derive(Hex.secret(KEY_MATERIAL), new byte[32], new byte[0], 42))
        .isEqualTo(Hex.secret(expected));
  }

  @Test
  void derive_lengthOutOfRange_refuses() {
    for (int sizeBytes : new int[] {-1, 0, 8161}) {
      assertThatThrownBy(
              () -> Hkdf.derive(Hex.secret(KEY_MATERIAL), new byte[0], new byte[0], sizeBytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("size must be in [1, 8160]. Provided value: " + sizeBytes);
    }
    assertThat(Hkdf.derive(Hex.secret(KEY_MATERIAL), new byte[0], new byte[0], 8160).sizeBytes())
        .isEqualTo(8160);
    assertThat(Hkdf.derive(Hex.secret(KEY_MATERIAL), new byte[0], new byte[0], 1))
        .isEqualTo(Hex.secret("8d"));
  }

  /// The bytes from one value to another, both included.
  private static byte[] counting(int from, int to) {
    byte[] bytes = new byte[to - from + 1];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }
}
