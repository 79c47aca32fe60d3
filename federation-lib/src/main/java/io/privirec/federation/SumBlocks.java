package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.Aggregate;
import java.io.IOException;

/// A sum read from its start to its end in blocks.
public final class SumBlocks {
  /// Elements decoded at a time: 1 MiB of a 32-bit ring.
  private static final int BLOCK = 1 << 18;

  private SumBlocks() {}

  /// Takes one block.
  public interface Reader {
    void accept(long offset, RingVector block) throws IOException;
  }

  /// Block by block: nobody holds all of it.
  public static void forEach(RoundSpec round, Aggregate sum, Reader reader) throws IOException {
    long length = round.vector().length();
    if (sum.length() != length) {
      throw new IllegalArgumentException(
          "sum of round " + round.name() + " has " + sum.length() + " elements, not " + length);
    }
    for (long offset = 0; offset < length; offset += BLOCK) {
      RingVector block =
          RingVector.zero(round.vector().ring(), (int) Math.min(BLOCK, length - offset));
      sum.read(offset, block);
      reader.accept(offset, block);
    }
  }

  /// All of it, as signed numbers of its ring.
  ///
  /// @param round of at most 2^31 - 1 elements
  public static long[] integers(RoundSpec round, Aggregate sum) throws IOException {
    long[] numbers = new long[Math.toIntExact(sum.length())];
    forEach(
        round,
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            numbers[Math.toIntExact(offset) + i] = block.getSigned(i);
          }
        });
    return numbers;
  }
}
