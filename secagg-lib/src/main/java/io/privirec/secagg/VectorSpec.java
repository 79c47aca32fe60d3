package io.privirec.secagg;

import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.regex.Pattern;

/// The vector that a round sums, cut into chunks that are masked, sent and summed one by one.
///
/// @param name what the vector is, 1 to 64 printable ASCII characters
/// @param length number of elements
/// @param chunkLength elements of every chunk but the last, in [1, 2^24]
/// @param ring the ring of its elements
/// @param scaleBits a real value `x` is encoded as `x · 2^scaleBits`, rounded half to even
/// @param capacity the bound that honest values keep, before scaling
public record VectorSpec(
    String name, long length, int chunkLength, Ring ring, int scaleBits, Capacity capacity) {
  public static final int DEFAULT_CHUNK_LENGTH = 1 << 20;
  private static final int MAX_CHUNK_LENGTH = 1 << 24;
  private static final int MAX_CHUNKS = 1 << 20;
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]{1,64}");
  private static final int PER_PARTICIPANT = 1;
  private static final int EVERY_SUBSET_SUM = 2;
  private static final int CIPHERTEXTS = 3;

  public VectorSpec {
    requirePrintable("vector name", name);
    if (chunkLength < 1 || chunkLength > MAX_CHUNK_LENGTH) {
      throw new IllegalArgumentException(
          "chunk length must be in [1, " + MAX_CHUNK_LENGTH + "]. Provided value: " + chunkLength);
    }
    long maxLength = (long) chunkLength * MAX_CHUNKS;
    if (length < 1 || length > maxLength) {
      throw new IllegalArgumentException(
          "vector length must be in [1, " + maxLength + "]. Provided value: " + length);
    }
    if (scaleBits < 0 || scaleBits > Capacity.MAX_SCALE_BITS) {
      throw new IllegalArgumentException(
          "scale bits must be in [0, "
              + Capacity.MAX_SCALE_BITS
              + "]. Provided value: "
              + scaleBits);
    }
    if (capacity instanceof Capacity.Ciphertexts
        && (!ring.equals(CipherWords.RING)
            || scaleBits != 0
            || length % CipherWords.IN_CIPHERTEXT != 0
            || chunkLength % CipherWords.IN_CIPHERTEXT != 0)) {
      throw new IllegalArgumentException("chunks of ciphertexts must be whole ciphertexts");
    }
  }

  /// Ciphertexts of one key as a vector: each is as many elements of 64 bits, big endian, as its
  /// bytes fill.
  ///
  /// @param ciphertexts how many
  /// @param inChunk how many of them a chunk has
  public static VectorSpec ofCiphertexts(String name, int ciphertexts, int inChunk) {
    return new VectorSpec(
        name,
        (long) ciphertexts * CipherWords.IN_CIPHERTEXT,
        inChunk * CipherWords.IN_CIPHERTEXT,
        CipherWords.RING,
        0,
        new Capacity.Ciphertexts());
  }

  /// Whether elements are pieces of ciphertexts: then contributions are not added but kept side by
  /// side, in order of participants, and masks are in what is encrypted.
  public boolean isOfCiphertexts() {
    return capacity instanceof Capacity.Ciphertexts;
  }

  /// A vector in chunks of the default length.
  public static VectorSpec of(
      String name, long length, Ring ring, int scaleBits, Capacity capacity) {
    return new VectorSpec(name, length, DEFAULT_CHUNK_LENGTH, ring, scaleBits, capacity);
  }

  public int chunks() {
    return Math.toIntExact(Math.ceilDiv(length, (long) chunkLength));
  }

  public int elementsInChunk(int chunk) {
    return Math.toIntExact(Math.min(chunkLength, length - firstElementOf(chunk)));
  }

  public int bytesInChunk(int chunk) {
    return ring.packedBytes(elementsInChunk(chunk));
  }

  /// The index in the vector of a chunk's first element.
  public long firstElementOf(int chunk) {
    return (long) Objects.checkIndex(chunk, chunks()) * chunkLength;
  }

  /// Refuses a vector that is not a chunk of this one.
  ///
  /// @throws IllegalArgumentException if its ring or length is another
  public void requireChunk(int chunk, RingVector values) {
    if (!values.ring().equals(ring) || values.length() != elementsInChunk(chunk)) {
      throw new IllegalArgumentException(
          "chunk %s must have %s elements of %s bits. Provided: %s of %s bits"
              .formatted(
                  chunk,
                  elementsInChunk(chunk),
                  ring.bits(),
                  values.length(),
                  values.ring().bits()));
    }
  }

  /// Bytes of the whole packed vector.
  public long totalBytes() {
    return length * ring.bytesPerElement();
  }

  /// Writes the components in their order.
  void write(CanonicalWriter out) {
    out.text(name)
        .i64(length)
        .u31(chunkLength)
        .u8(ring.bits())
        .u8(scaleBits)
        .u8(
            switch (capacity) {
              case Capacity.PerParticipant _ -> PER_PARTICIPANT;
              case Capacity.EverySubsetSum _ -> EVERY_SUBSET_SUM;
              case Capacity.Ciphertexts _ -> CIPHERTEXTS;
            })
        .f64(capacity.bound());
  }

  static VectorSpec read(CanonicalReader in) throws GeneralSecurityException {
    return new VectorSpec(
        in.text(), in.i64(), in.u31(), new Ring(in.u8()), in.u8(), readCapacity(in));
  }

  private static Capacity readCapacity(CanonicalReader in) throws MalformedEncodingException {
    int kind = in.u8();
    return switch (kind) {
      case PER_PARTICIPANT -> new Capacity.PerParticipant(in.f64());
      case EVERY_SUBSET_SUM -> new Capacity.EverySubsetSum(in.f64());
      case CIPHERTEXTS -> {
        Capacity capacity = new Capacity.Ciphertexts();
        if (in.f64() != capacity.bound()) {
          throw new MalformedEncodingException("ciphertexts have another bound than 1");
        }
        yield capacity;
      }
      default -> throw new MalformedEncodingException("unknown capacity kind " + kind);
    };
  }

  static void requirePrintable(String name, String value) {
    if (!PRINTABLE.matcher(value).matches()) {
      throw new IllegalArgumentException(name + " must be 1 to 64 printable ASCII characters");
    }
  }
}
