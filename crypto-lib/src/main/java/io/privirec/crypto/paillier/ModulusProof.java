package io.privirec.crypto.paillier;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Shows that n has no factor in common with φ(n), so that encryption loses nothing and nobody but
/// a ciphertext's own randomness hides behind it: n-th roots of numbers that a hash chose
/// [Goldberg, Reyzin, Sagga, Baldimtsi 2019, "Efficient Noninteractive Certification of RSA Moduli
/// and Beyond"]. If a prime p ≥ α divided both, at most one number of p had a root; smaller primes
/// are looked for by division.
///
/// What it does not show: that n is hard to factor, and that it has two prime factors.
///
/// @param roots σ_i with σ_iⁿ = ρ_i mod n
record ModulusProof(List<BigInteger> roots) {
  private static final String LABEL = "privirec/paillier-modulus/v1";

  /// α.
  private static final int SMALL_PRIMES = 6370;

  /// 11 · log₂ 6370 > 128.
  static final int ROOTS = 11;

  private static final int CERTAINTY = 64;

  private static final List<BigInteger> PRIMES =
      IntStream.range(2, SMALL_PRIMES)
          .filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).allMatch(d -> n % d != 0))
          .mapToObj(BigInteger::valueOf)
          .toList();

  ModulusProof {
    roots = List.copyOf(roots);
  }

  /// Of whoever knows φ(n), with which n has no factor in common.
  static ModulusProof of(BigInteger n, BigInteger phi) {
    BigInteger exponent = n.modInverse(phi);
    List<BigInteger> roots = new ArrayList<>();
    for (int index = 0; index < ROOTS; index++) {
      roots.add(Numbers.hashed(LABEL, n, index).modPow(exponent, n));
    }
    return new ModulusProof(roots);
  }

  /// Whether no prime below α divides a number.
  static boolean hasNoSmallFactor(BigInteger n) {
    return PRIMES.stream().allMatch(prime -> n.mod(prime).signum() != 0);
  }

  /// Whether it is a proof for n.
  boolean holdsFor(BigInteger n) {
    return roots.size() == ROOTS
        && hasNoSmallFactor(n)
        && !n.isProbablePrime(CERTAINTY)
        && IntStream.range(0, ROOTS)
            .allMatch(index ->
                roots.get(index).signum() > 0
                    && roots.get(index).compareTo(n) < 0
                    && roots.get(index).modPow(n, n).equals(Numbers.hashed(LABEL, n, index)));
  }
}
