package io.privirec.crypto.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import org.junit.jupiter.api.Test;

class SecretBytesTest {
  @Test
  void toString_ofASecret_saysLengthOnly() {
    assertThat(Hex.secret("00ff10")).hasToString("SecretBytes[3 bytes]");
  }

  @Test
  void equals_sameContent_holds() {
    assertThat(Hex.secret("0102")).isEqualTo(Hex.secret("0102")).isNotEqualTo(Hex.secret("0103"));
    assertThat(Hex.secret("0102")).isNotEqualTo("0102");
    assertThat(Hex.secret("0102").hashCode()).isEqualTo(Hex.secret("0304").hashCode());
    assertThat(Hex.secret("0102").hashCode()).isNotEqualTo(Hex.secret("01").hashCode());
  }

  @Test
  void expose_changedByItsReader_leavesTheSecret() {
    SecretBytes secret = Hex.secret("0102");
    secret.expose()[0] = 9;
    assertThat(secret.expose()).containsExactly(1, 2);
  }
}
