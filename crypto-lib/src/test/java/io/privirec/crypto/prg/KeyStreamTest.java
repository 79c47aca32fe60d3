package io.privirec.crypto.prg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.privirec.crypto.secret.SecretBytes;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class KeyStreamTest {
  private static final SecretBytes ZERO = SecretBytes.copyOf(new byte[KeyStream.KEY_BYTES]);

  /// AES-256 of the all-zero block under the all-zero key, and of the block after it.
  @Test
  void nextBytes_zeroKey_areThePublishedBlocks() {
    byte[] bytes = new byte[32];
    new KeyStream(ZERO).nextBytes(bytes);
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("dc95c078a2408989ad48a21492842087530f8afbc74536b9a963b4f1c4cb738b");
  }

  @Test
  void nextBytes_inOddPieces_isTheSameStream() {
    byte[] whole = new byte[1000];
    new KeyStream(ZERO).nextBytes(whole);
    KeyStream stream = new KeyStream(ZERO);
    int done = 0;
    for (int size = 1; done < whole.length; size = Math.min(size * 2 + 1, whole.length - done)) {
      byte[] piece = new byte[size];
      stream.nextBytes(piece);
      assertThat(piece).isEqualTo(Arrays.copyOfRange(whole, done, done + size));
      done += size;
    }
  }

  @Test
  void new_shortKey_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeyStream(SecretBytes.copyOf(new byte[16])))
        .withMessageContaining("32 bytes");
  }
}
