package io.privirec.secagg;

import java.math.BigInteger;
import java.util.stream.IntStream;

/// The plain twin of [ParameterSolver]: its three demands on one degree and threshold, in whole
/// numbers, by counting the sets of participants.
record ExactDemands(
    ThreatModel model, int cohort, int corrupt, int drops, int securityBits, int correctnessBits) {

  boolean areMet(int degree, int threshold) {
    return staysConnected(degree)
        && hidesSecrets(degree, threshold)
        && keepsShares(degree, threshold);
  }

  boolean staysConnected(int degree) {
    BigInteger gapPairs = BigInteger.valueOf((long) cohort * (cohort - degree - 1));
    BigInteger bad = gapPairs.multiply(choose(cohort - degree, corrupt + drops - degree));
    return bad.shiftLeft(securityBits + 1).compareTo(choose(cohort, corrupt + drops).shiftLeft(1))
        < 0;
  }

  private boolean hidesSecrets(int degree, int threshold) {
    int tooMany =
        switch (model) {
          case SEMI_HONEST -> threshold;
          case SEMI_MALICIOUS -> Math.max(0, 2 * threshold - degree);
        };
    return isRare(corrupt, degree, tooMany, securityBits + 1);
  }

  private boolean keepsShares(int degree, int threshold) {
    return isRare(drops, degree, degree - threshold + 1, correctnessBits);
  }

  /// Whether at least `many` of `marked` are among `degree` draws with at most 2^-bits / cohort.
  private boolean isRare(int marked, int degree, int many, int bits) {
    BigInteger ways =
        IntStream.rangeClosed(many, degree)
            .mapToObj(i -> choose(marked, i).multiply(choose(cohort - marked, degree - i)))
            .reduce(BigInteger.ZERO, BigInteger::add);
    return ways.multiply(BigInteger.valueOf(cohort))
            .shiftLeft(bits)
            .compareTo(choose(cohort, degree))
        <= 0;
  }

  private static BigInteger choose(int n, int k) {
    if (k < 0 || k > n) {
      return BigInteger.ZERO;
    }
    BigInteger result = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      result = result.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
    }
    return result;
  }
}
