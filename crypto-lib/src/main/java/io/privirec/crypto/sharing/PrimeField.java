package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Sharing over the integers modulo a prime. An element is as many bytes as the prime has, little
/// endian, and below it: another spelling of the same element is refused. Not constant time.
///
/// @param prime above [Share#MAX_INDEX]; that it is prime is not checked
record PrimeField(BigInteger prime) implements ShareField {
  /// Modulo 2^255 − 19, the field of X25519.
  static final PrimeField CURVE25519 =
      new PrimeField(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)));

  @Override
  public SecretBytes randomSecret(int sizeBytes, SecureRandom random) {
    return encode(randomElements(elements(sizeBytes), random));
  }

  @Override
  public List<Share> split(SecretBytes secret, int threshold, int shares, SecureRandom random) {
    BigInteger[][] coefficients = new BigInteger[threshold][];
    coefficients[0] = secretElements(secret);
    for (int power = 1; power < threshold; power++) {
      coefficients[power] = randomElements(coefficients[0].length, random);
    }
    List<Share> result = new ArrayList<>(shares);
    for (int index = 1; index <= shares; index++) {
      result.add(new Share(index, encode(evaluate(coefficients, BigInteger.valueOf(index)))));
    }
    return result;
  }

  /// The inverse of each index's denominator is computed once, so that every further point costs a
  /// number of multiplications linear in the number of shares.
  @Override
  public Interpolation through(List<Share> basis) throws GeneralSecurityException {
    BigInteger[] indices = new BigInteger[basis.size()];
    BigInteger[][] weighted = new BigInteger[basis.size()][];
    for (int share = 0; share < basis.size(); share++) {
      indices[share] = BigInteger.valueOf(basis.get(share).index());
      weighted[share] = shareElements(basis.get(share).value());
    }
    for (int share = 0; share < basis.size(); share++) {
      BigInteger denominator = BigInteger.ONE;
      for (int other = 0; other < basis.size(); other++) {
        if (other != share) {
          denominator = times(denominator, indices[share].subtract(indices[other]));
        }
      }
      BigInteger inverse = denominator.modInverse(prime);
      for (int i = 0; i < weighted[share].length; i++) {
        weighted[share][i] = times(weighted[share][i], inverse);
      }
    }
    return x -> encode(interpolate(indices, weighted, BigInteger.valueOf(x)));
  }

  @Override
  public boolean holds(SecretBytes value) {
    return value.sizeBytes() % elementBytes() == 0
        && areCanonical(decode(value, value.sizeBytes() / elementBytes()));
  }

  @Override
  public SortedSet<Integer> wrongAmong(List<Share> shares, int threshold)
      throws GeneralSecurityException {
    SortedMap<Integer, List<BigInteger>> elements = new TreeMap<>();
    for (Share share : shares) {
      elements.put(share.index(), List.of(shareElements(share.value())));
    }
    return new WrongShares<>(Arithmetic.modulo(prime), threshold).among(elements);
  }

  /// Horner's rule.
  ///
  /// @param coefficients by power, then by element
  BigInteger[] evaluate(BigInteger[][] coefficients, BigInteger x) {
    BigInteger[] values = coefficients[coefficients.length - 1].clone();
    for (int power = coefficients.length - 2; power >= 0; power--) {
      for (int i = 0; i < values.length; i++) {
        values[i] = values[i].multiply(x).add(coefficients[power][i]).mod(prime);
      }
    }
    return values;
  }

  /// Elements to bytes, one after the other.
  SecretBytes encode(BigInteger[] elements) {
    int size = elementBytes();
    byte[] bytes = new byte[elements.length * size];
    for (int element = 0; element < elements.length; element++) {
      BigInteger rest = elements[element];
      for (int i = 0; i < size; i++) {
        bytes[element * size + i] = rest.byteValue();
        rest = rest.shiftRight(Byte.SIZE);
      }
    }
    return SecretBytes.copyOf(bytes);
  }

  private BigInteger[] interpolate(BigInteger[] indices, BigInteger[][] weighted, BigInteger x) {
    // after[i]: the product of x − x_j over all j > i.
    BigInteger[] after = new BigInteger[indices.length];
    BigInteger product = BigInteger.ONE;
    for (int share = indices.length - 1; share >= 0; share--) {
      after[share] = product;
      product = times(product, x.subtract(indices[share]));
    }
    BigInteger before = BigInteger.ONE;
    BigInteger[] sum = new BigInteger[weighted[0].length];
    Arrays.fill(sum, BigInteger.ZERO);
    for (int share = 0; share < indices.length; share++) {
      BigInteger numerator = times(before, after[share]);
      for (int i = 0; i < sum.length; i++) {
        sum[i] = sum[i].add(weighted[share][i].multiply(numerator)).mod(prime);
      }
      before = times(before, x.subtract(indices[share]));
    }
    return sum;
  }

  private BigInteger[] secretElements(SecretBytes secret) {
    BigInteger[] elements = decode(secret, elements(secret.sizeBytes()));
    if (!areCanonical(elements)) {
      throw new IllegalArgumentException("secret is not below the prime of its field");
    }
    return elements;
  }

  private BigInteger[] shareElements(SecretBytes value) throws GeneralSecurityException {
    if (value.sizeBytes() % elementBytes() != 0) {
      throw new GeneralSecurityException(
          "share must be a multiple of %s bytes. Provided value: %s"
              .formatted(elementBytes(), value.sizeBytes()));
    }
    BigInteger[] elements = decode(value, value.sizeBytes() / elementBytes());
    if (!areCanonical(elements)) {
      throw new GeneralSecurityException("share is not in canonical form");
    }
    return elements;
  }

  private boolean areCanonical(BigInteger[] elements) {
    return Arrays.stream(elements).allMatch(element -> element.compareTo(prime) < 0);
  }

  private BigInteger[] decode(SecretBytes secret, int elements) {
    byte[] bytes = secret.expose();
    BigInteger[] result = new BigInteger[elements];
    for (int element = 0; element < elements; element++) {
      BigInteger value = BigInteger.ZERO;
      for (int i = elementBytes() - 1; i >= 0; i--) {
        int next = bytes[element * elementBytes() + i] & 0xFF;
        value = value.shiftLeft(Byte.SIZE).or(BigInteger.valueOf(next));
      }
      result[element] = value;
    }
    return result;
  }

  private BigInteger[] randomElements(int count, SecureRandom random) {
    BigInteger[] elements = new BigInteger[count];
    for (int i = 0; i < count; i++) {
      do {
        elements[i] = new BigInteger(prime.bitLength(), random);
      } while (elements[i].compareTo(prime) >= 0);
    }
    return elements;
  }

  private int elements(int sizeBytes) {
    if (sizeBytes % elementBytes() != 0) {
      throw new IllegalArgumentException(
          "secret must be a multiple of %s bytes. Provided value: %s"
              .formatted(elementBytes(), sizeBytes));
    }
    return sizeBytes / elementBytes();
  }

  private int elementBytes() {
    return Math.ceilDiv(prime.bitLength(), Byte.SIZE);
  }

  private BigInteger times(BigInteger a, BigInteger b) {
    return a.multiply(b).mod(prime);
  }
}
