package io.privirec.crypto.kdf;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
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
}
