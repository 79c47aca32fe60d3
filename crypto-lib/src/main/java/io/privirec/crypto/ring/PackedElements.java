package io.privirec.crypto.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The loops over packed elements, one per width and kept apart, so that each compiles to its own
/// vectorised form. Callers have checked all bounds.
final class PackedElements {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private PackedElements() {}

  static void add16(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] += (short) SHORTS.get(packed, offset + (i << 1));
    }
  }

  static void subtract16(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] -= (short) SHORTS.get(packed, offset + (i << 1));
    }
  }

  static void pack16(int[] values, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      SHORTS.set(packed, offset + (i << 1), (short) values[from + i]);
    }
  }

  static void add24(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] += read24(packed, offset + 3 * i);
    }
  }

  static void subtract24(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] -= read24(packed, offset + 3 * i);
    }
  }

  static void pack24(int[] values, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      int value = values[from + i];
      int at = offset + 3 * i;
      packed[at] = (byte) value;
      packed[at + 1] = (byte) (value >>> 8);
      packed[at + 2] = (byte) (value >>> 16);
    }
  }

  static void add32(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] += (int) INTS.get(packed, offset + (i << 2));
    }
  }

  static void subtract32(int[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] -= (int) INTS.get(packed, offset + (i << 2));
    }
  }

  static void pack32(int[] values, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      INTS.set(packed, offset + (i << 2), values[from + i]);
    }
  }

  static void add64(long[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] += (long) LONGS.get(packed, offset + (i << 3));
    }
  }

  static void subtract64(long[] acc, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      acc[from + i] -= (long) LONGS.get(packed, offset + (i << 3));
    }
  }

  static void pack64(long[] values, int from, byte[] packed, int offset, int count) {
    for (int i = 0; i < count; i++) {
      LONGS.set(packed, offset + (i << 3), values[from + i]);
    }
  }

  private static int read24(byte[] packed, int at) {
    return (packed[at] & 0xFF) | (packed[at + 1] & 0xFF) << 8 | (packed[at + 2] & 0xFF) << 16;
  }

  private static VarHandle view(Class<?> arrayType) {
    return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
  }
}
