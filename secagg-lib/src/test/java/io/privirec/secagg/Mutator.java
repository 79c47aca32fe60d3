package io.privirec.secagg;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Changes valid encodings: bits, blocks and numbers anywhere; the inside of length-prefixed parts,
/// with the lengths around corrected; and now and then bytes that have nothing to do with them.
public final class Mutator {
  private static final int[] NUMBERS = {
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0x8000,
    0xFFFF,
    10_000,
    10_001,
    1 << 20,
    0x7FFF_FFFF,
    -1
  };
  private static final int MAX_DEPTH = 3;

  private final Random random;
  private final List<byte[]> corpus;

  /// @param corpus what is changed, and where spliced pieces come from
  public Mutator(Random random, List<byte[]> corpus) {
    this.random = random;
    this.corpus = List.copyOf(corpus);
  }

  /// The next input.
  public byte[] next() {
    int choice = random.nextInt(20);
    if (choice == 0) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      return noise;
    }
    byte[] valid = pick();
    if (choice == 1) {
      byte[] noise = new byte[2 + random.nextInt(300)];
      random.nextBytes(noise);
      System.arraycopy(valid, 0, noise, 0, Math.min(2, valid.length));
      return noise;
    }
    byte[] mutated = valid;
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutated = random.nextInt(3) == 0 ? mutateInside(mutated, 0) : mutate(mutated);
    }
    return mutated;
  }

  /// Long encodings come rarely: nothing is wrong in them that is not in a short one, mostly.
  private byte[] pick() {
    byte[] picked = corpus.get(random.nextInt(corpus.size()));
    boolean taken = picked.length < 4000 || random.nextInt(16) == 0;
    return taken ? picked : corpus.get(random.nextInt(corpus.size()));
  }

  private byte[] mutate(byte[] valid) {
    if (valid.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    byte[] mutated = valid.clone();
    int at = random.nextInt(valid.length);
    switch (random.nextInt(10)) {
      case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> mutated[Math.min(at, random.nextInt(64))] = (byte) random.nextInt();
      case 2 -> mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length + 8));
      case 3 -> {
        int to = Math.min(mutated.length, at + 1 + random.nextInt(8));
        Arrays.fill(mutated, at, to, (byte) (random.nextBoolean() ? 0xFF : 0));
      }
      case 4 -> System.arraycopy(valid, at, mutated, random.nextInt(at + 1), valid.length - at);
      case 5 -> number(mutated, at);
      case 6 -> mutated = replace(mutated, at, at, slice(valid));
      case 7 -> {
        int to = Math.min(mutated.length, at + 1 + random.nextInt(64));
        mutated = replace(mutated, at, to, new byte[0]);
      }
      case 8 -> mutated = replace(mutated, at, at, slice(pick()));
      default -> {
        byte[] other = pick();
        int from = random.nextInt(other.length + 1);
        mutated =
            replace(mutated, at, mutated.length, Arrays.copyOfRange(other, from, other.length));
      }
    }
    return mutated;
  }

  private void number(byte[] bytes, int at) {
    int number = NUMBERS[random.nextInt(NUMBERS.length)];
    int size = 1 << random.nextInt(4);
    ByteBuffer big = ByteBuffer.allocate(8).putLong(number);
    for (int i = 0; i < size && at + i < bytes.length; i++) {
      bytes[at + i] = big.get(8 - size + i);
    }
  }

  private byte[] slice(byte[] from) {
    int start = random.nextInt(from.length + 1);
    return Arrays.copyOfRange(from, start, Math.min(from.length, start + 1 + random.nextInt(120)));
  }

  /// Changes a part behind a four-byte length, and corrects the length.
  private byte[] mutateInside(byte[] bytes, int depth) {
    List<Integer> starts = new ArrayList<>();
    ByteBuffer all = ByteBuffer.wrap(bytes);
    for (int at = 2; at + 4 < bytes.length; at++) {
      int length = all.getInt(at);
      if (length > 0 && length <= bytes.length - at - 4) {
        starts.add(at);
      }
    }
    if (starts.isEmpty()) {
      return mutate(bytes);
    }
    int at = starts.get(random.nextInt(starts.size()));
    int end = at + 4 + all.getInt(at);
    byte[] inside = Arrays.copyOfRange(bytes, at + 4, end);
    byte[] changed =
        depth < MAX_DEPTH && random.nextBoolean()
            ? mutateInside(inside, depth + 1)
            : mutate(inside);
    byte[] corrected =
        ByteBuffer.allocate(4 + changed.length).putInt(changed.length).put(changed).array();
    return replace(bytes, at, end, corrected);
  }

  private static byte[] replace(byte[] bytes, int from, int to, byte[] by) {
    return ByteBuffer.allocate(from + by.length + bytes.length - to)
        .put(bytes, 0, from)
        .put(by)
        .put(bytes, to, bytes.length - to)
        .array();
  }
}
