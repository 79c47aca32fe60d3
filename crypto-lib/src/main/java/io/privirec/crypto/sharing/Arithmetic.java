package io.privirec.crypto.sharing;

import java.math.BigInteger;

/// The arithmetic of a finite field whose elements have one spelling each. Not constant time: for
/// shares that have been revealed.
///
/// @param <E> elements, compared by `equals`
interface Arithmetic<E> {
  E zero();

  E one();

  E add(E a, E b);

  E subtract(E a, E b);

  E multiply(E a, E b);

  /// The inverse of an element other than 0.
  E inverse(E a);

  /// The element at which the share of an index is the value.
  E at(int index);

  /// GF(2^8).
  static Arithmetic<Integer> ofBytes() {
    return ByteArithmetic.INSTANCE;
  }

  /// The integers modulo a prime.
  static Arithmetic<BigInteger> modulo(BigInteger prime) {
    return new PrimeArithmetic(prime);
  }

  /// GF(2^8).
  enum ByteArithmetic implements Arithmetic<Integer> {
    INSTANCE;

    @Override
    public Integer zero() {
      return 0;
    }

    @Override
    public Integer one() {
      return 1;
    }

    @Override
    public Integer add(Integer a, Integer b) {
      return Gf256.add(a, b);
    }

    @Override
    public Integer subtract(Integer a, Integer b) {
      return Gf256.add(a, b);
    }

    @Override
    public Integer multiply(Integer a, Integer b) {
      return Gf256.multiply(a, b);
    }

    @Override
    public Integer inverse(Integer a) {
      return Gf256.inverse(a);
    }

    @Override
    public Integer at(int index) {
      return index;
    }
  }

  /// The integers modulo a prime.
  record PrimeArithmetic(BigInteger prime) implements Arithmetic<BigInteger> {
    @Override
    public BigInteger zero() {
      return BigInteger.ZERO;
    }

    @Override
    public BigInteger one() {
      return BigInteger.ONE;
    }

    @Override
    public BigInteger add(BigInteger a, BigInteger b) {
      return a.add(b).mod(prime);
    }

    @Override
    public BigInteger subtract(BigInteger a, BigInteger b) {
      return a.subtract(b).mod(prime);
    }

    @Override
    public BigInteger multiply(BigInteger a, BigInteger b) {
      return a.multiply(b).mod(prime);
    }

    @Override
    public BigInteger inverse(BigInteger a) {
      return a.modInverse(prime);
    }

    @Override
    public BigInteger at(int index) {
      return BigInteger.valueOf(index);
    }
  }
}
