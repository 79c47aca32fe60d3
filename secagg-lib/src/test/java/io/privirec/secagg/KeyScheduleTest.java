package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyScheduleTest {
  /// Known answer of the construction, computed with another implementation. The shared secret is
  /// that of Wycheproof's first X25519 test.
  @Test
  void pairwiseMask_ofAKnownSecret_givesTheKnownElements() {
    SecretBytes agreed =
        Hex.secret("436a2c040cf45fea9b29a0cb81b1f41458f863d0d61b453d0a982720d6d61320");
    Digest context =
        Digest.parse("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    MaskKey key = KeySchedule.pairwiseMask(TestRound.of(3, 1).record(), agreed, context, 2, 1);
    assertThat(key.key()).isEqualTo(Hex.secret("a8e01177763f5198e1850740d6b71d16"));
    RingVector values = RingVector.zero(Ring.BITS_32, 8);
    new MaskSum(List.of(key), List.of()).addTo(0, values);
    byte[] packed = new byte[32];
    values.packInto(packed, 0, 0, 8);
    assertThat(Hex.of(packed))
        .isEqualTo("4b1a121ee8ee8d30c27cb0b805fe8ae4c08f787398a6e8393246acf1a494bc3b");
    assertThat(values.getSigned(0)).isEqualTo(504502859);
    assertThat(values.getSigned(2)).isEqualTo(3098574018L - (1L << 32));
  }

  /// Closed rounds have a label of their own: the same secret gives another key.
  @Test
  void pairwiseMask_ofAClosedRound_hasTheKnownKey() {
    SecretBytes agreed =
        Hex.secret("436a2c040cf45fea9b29a0cb81b1f41458f863d0d61b453d0a982720d6d61320");
    Digest context =
        Digest.parse("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    MaskKey key = KeySchedule.pairwiseMask(TestRound.closed(1, 3).record(), agreed, context, 2, 1);
    assertThat(key.key()).isEqualTo(Hex.secret("55e4237b969a3ca51127771b097e93f9"));
  }
}
