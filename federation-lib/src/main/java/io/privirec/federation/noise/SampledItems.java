package io.privirec.federation.noise;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.filter.matrix.InteractionMatrix;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// At most C items of each user, chosen at random: what bounds a user's part of a sum. (Scaling a
/// vector of zeros and ones down to a norm would round all of it to 0.)
///
/// Choices of different users are independent. So a sum with one user more is, whatever the others'
/// choices are, the same sum with that user's part on it; and a bound for every such pair of sums
/// is one for what is mixed of them.
public final class SampledItems {
  private SampledItems() {}

  /// The same users, with those items alone.
  ///
  /// @param most C, at least 1
  public static InteractionMatrix of(InteractionMatrix data, int most, KeyStream choices) {
    int[] offsets = new int[data.users() + 1];
    int[] kept = new int[data.interactions()];
    for (int user = 0; user < data.users(); user++) {
      int[] own = data.row(user);
      int count = Math.min(own.length, most);
      if (count < own.length) {
        for (int chosen = 0; chosen < count; chosen++) {
          int at = chosen + below(own.length - chosen, choices);
          int item = own[at];
          own[at] = own[chosen];
          own[chosen] = item;
        }
        Arrays.sort(own, 0, count);
      }
      System.arraycopy(own, 0, kept, offsets[user], count);
      offsets[user + 1] = offsets[user] + count;
    }
    return InteractionMatrix.of(
        data.users(), data.items(), offsets, Arrays.copyOf(kept, offsets[data.users()]));
  }

  /// Uniform in [0, bound), by rejection: the same from the same bytes, whatever the JDK.
  public static int below(int bound, KeyStream random) {
    byte[] bytes = new byte[Integer.BYTES];
    int multiples = Integer.MAX_VALUE / bound * bound;
    while (true) {
      random.nextBytes(bytes);
      int drawn = ByteBuffer.wrap(bytes).getInt() & Integer.MAX_VALUE;
      if (drawn < multiples) {
        return drawn % bound;
      }
    }
  }
}
