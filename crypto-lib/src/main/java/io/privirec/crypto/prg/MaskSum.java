package io.privirec.crypto.prg;

import io.privirec.crypto.ring.RingVector;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;

/// A signed sum of masks. Immutable, and usable from many threads at once for different vectors.
///
/// @param added masks that are added
/// @param subtracted masks that are subtracted
public record MaskSum(List<MaskKey> added, List<MaskKey> subtracted) {
  /// Keystream expanded at a time, a multiple of the AES block. The cipher's fast path is reached
  /// in pieces of 4 to 16 KiB only, and 4,096 elements of any ring but the widest fill at most 16
  /// KiB.
  private static final int TILE_BYTES = 1 << 14;

  private static final int TILE_ELEMENTS = 1 << 12;
  private static final int AES_BLOCK_BYTES = 16;

  public MaskSum {
    added = List.copyOf(added);
    subtracted = List.copyOf(subtracted);
  }

  /// The same masks with the opposite signs.
  public MaskSum negated() {
    return new MaskSum(/* added= */ subtracted, /* subtracted= */ added);
  }

  /// Adds this sum's expansion for a chunk to the elements of the chunk, in place.
  ///
  /// All masks run over one tile before the next, so that the tile stays in the first-level cache.
  ///
  /// @param values all elements of the chunk, from its first on
  public void addTo(int chunk, RingVector values) {
    if (chunk < 0) {
      throw new IllegalArgumentException("chunk must not be negative. Provided value: " + chunk);
    }
    Cipher[] keystreams =
        Stream.concat(added.stream(), subtracted.stream())
            .map(mask -> mask.keystream(chunk, 0))
            .toArray(Cipher[]::new);
    int elementBytes = values.ring().bytesPerElement();
    int tileElements = Math.min(TILE_ELEMENTS, TILE_BYTES / elementBytes);
    byte[] zeros = new byte[TILE_BYTES];
    byte[] keystream = new byte[TILE_BYTES];
    for (int from = 0; from < values.length(); from += tileElements) {
      int count = Math.min(tileElements, values.length() - from);
      int blocks = Math.ceilDiv(count * elementBytes, AES_BLOCK_BYTES);
      for (int mask = 0; mask < keystreams.length; mask++) {
        expand(keystreams[mask], zeros, blocks * AES_BLOCK_BYTES, keystream);
        if (mask < added.size()) {
          values.addPacked(keystream, 0, from, count);
        } else {
          values.subtractPacked(keystream, 0, from, count);
        }
      }
    }
  }

  private static void expand(Cipher cipher, byte[] zeros, int sizeBytes, byte[] keystream) {
    try {
      int written = cipher.update(zeros, 0, sizeBytes, keystream, 0);
      if (written != sizeBytes) {
        throw new IllegalStateException("cipher held back " + (sizeBytes - written) + " bytes");
      }
    } catch (ShortBufferException e) {
      throw new IllegalStateException("keystream buffer holds a tile", e);
    }
  }
}
