package io.privirec.crypto.sharing;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/// The arithmetic of a finite field whose elements have one spelling each. Not constant time: for
/// shares that have been revealed.
///
/// @param <E> elements, compared by `equals`
/// @param inverses of elements other than 0
/// @param points the element at which the share of an index is the value
record Arithmetic<E>(
    E zero,
    E one,
    BinaryOperator<E> sums,
    BinaryOperator<E> differences,
    BinaryOperator<E> products,
    UnaryOperator<E> inverses,
    IntFunction<E> points) {
  /// GF(2^8).
  static Arithmetic<Integer> ofBytes() {
    return new Arithmetic<>(
        0, 1, Gf256::add, Gf256::add, Gf256::multiply, Gf256::inverse, index -> index);
  }

  /// The integers modulo a prime.
  static Arithmetic<BigInteger> modulo(BigInteger prime) {
    return new Arithmetic<>(
        BigInteger.ZERO,
        BigInteger.ONE,
        (a, b) -> a.add(b).mod(prime),
        (a, b) -> a.subtract(b).mod(prime),
        (a, b) -> a.multiply(b).mod(prime),
        a -> a.modInverse(prime),
        BigInteger::valueOf);
  }

  E add(E a, E b) {
    return sums.apply(a, b);
  }

  E subtract(E a, E b) {
    return differences.apply(a, b);
  }

  E multiply(E a, E b) {
    return products.apply(a, b);
  }

  E inverse(E a) {
    return inverses.apply(a);
  }

  E at(int index) {
    return points.apply(index);
  }
}
