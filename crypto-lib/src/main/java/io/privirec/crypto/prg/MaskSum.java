package io.privirec.crypto.prg;

import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;

/// A signed sum of masks. Immutable, and usable from many threads at once for different vectors.
///
/// @param added masks that are added
/// @param subtracted masks that are subtracted
public record MaskSum(List<MaskKey> added, List<MaskKey> subtracted) {
  /// Keystream expanded at a time, a multiple of the AES block; 4,096 elements of any ring but the
  /// widest fill at most 16 KiB. The platform's cipher is compiled to its fast path after some
  /// thousand calls, however long each takes: at 1 MiB a call that is gigabytes away, and what lies
  /// before is ten to fifty times slower.
  private static final int TILE_BYTES = 1 << 14;

  private static final int TILE_ELEMENTS = 1 << 12;
  private static final int AES_BLOCK_BYTES = 16;

  /// Twice what the compiler waits for, in milliseconds: at the size of tiles, the first round of a
  /// process would be over before.
  private static final int WARM_UP_CALLS = 10_000;

  static {
    Cipher anyCipher =
        new MaskKey(SecretBytes.copyOf(new byte[MaskKey.SIZE_BYTES])).keystream(0, 0);
    byte[] block = new byte[AES_BLOCK_BYTES];
    for (int call = 0; call < WARM_UP_CALLS; call++) {
      expand(anyCipher, block, AES_BLOCK_BYTES, block);
    }
  }

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
    int tileElements = Math.min(TILE_ELEMENTS, TILE_BYTES / values.ring().bytesPerElement());
    byte[] zeros = new byte[TILE_BYTES];
    byte[] keystream = new byte[TILE_BYTES];
    // Whole tiles apart from the rest: loops over one size compile to code half as fast again.
    int wholeTiles = values.length() / tileElements;
    for (int tile = 0; tile < wholeTiles; tile++) {
      addTile(keystreams, zeros, keystream, values, tile * tileElements, tileElements);
    }
    int from = wholeTiles * tileElements;
    if (from < values.length()) {
      addTile(keystreams, zeros, keystream, values, from, values.length() - from);
    }
  }

  /// This sum's expansion for a chunk as numbers of another ring, those modulo m: of the same masks
  /// that everybody expands so, the sum is 0 modulo m.
  ///
  /// @param bytes of keystream for each number; with 16 more than m has, a mask is uniform but for
  ///   2⁻¹²⁸
  /// @return that many numbers in [0, m)
  public BigInteger[] residues(int chunk, int count, int bytes, BigInteger m) {
    BigInteger[] sums = new BigInteger[count];
    Arrays.fill(sums, BigInteger.ZERO);
    byte[] zeros = new byte[bytes];
    byte[] keystream = new byte[bytes];
    for (int mask = 0; mask < added.size() + subtracted.size(); mask++) {
      boolean isAdded = mask < added.size();
      Cipher cipher =
          (isAdded ? added.get(mask) : subtracted.get(mask - added.size())).keystream(chunk, 0);
      for (int number = 0; number < count; number++) {
        expand(cipher, zeros, bytes, keystream);
        BigInteger drawn = new BigInteger(1, keystream);
        sums[number] = isAdded ? sums[number].add(drawn) : sums[number].subtract(drawn);
      }
    }
    for (int number = 0; number < count; number++) {
      sums[number] = sums[number].mod(m);
    }
    return sums;
  }

  private void addTile(
      Cipher[] keystreams, byte[] zeros, byte[] keystream, RingVector values, int from, int count) {
    int blocks = Math.ceilDiv(values.ring().packedBytes(count), AES_BLOCK_BYTES);
    for (int mask = 0; mask < keystreams.length; mask++) {
      expand(keystreams[mask], zeros, blocks * AES_BLOCK_BYTES, keystream);
      if (mask < added.size()) {
        values.addPacked(keystream, 0, from, count);
      } else {
        values.subtractPacked(keystream, 0, from, count);
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
