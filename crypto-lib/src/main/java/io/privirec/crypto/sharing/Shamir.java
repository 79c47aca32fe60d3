package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Shamir's secret sharing (1979) of byte strings over GF(2^8): any `threshold` shares give the
/// secret, any fewer say nothing about it.
public final class Shamir {
  public static final int MAX_SHARES = 255;

  private Shamir() {}

  /// Splits a secret into `shares` shares with the indices 1, 2, …, `shares`.
  public static List<Share> split(
      SecretBytes secret, int threshold, int shares, SecureRandom random) {
    if (shares < 1 || shares > MAX_SHARES) {
      throw new IllegalArgumentException(
          "shares must be in [1, " + MAX_SHARES + "]. Provided value: " + shares);
    }
    if (threshold < 1 || threshold > shares) {
      throw new IllegalArgumentException(
          "threshold must be in [1, " + shares + "]. Provided value: " + threshold);
    }
    byte[][] coefficients = new byte[threshold][];
    coefficients[0] = secret.expose();
    for (int power = 1; power < threshold; power++) {
      coefficients[power] = new byte[secret.sizeBytes()];
      random.nextBytes(coefficients[power]);
    }
    List<Share> result = new ArrayList<>(shares);
    for (int index = 1; index <= shares; index++) {
      result.add(new Share(index, evaluate(coefficients, index)));
    }
    return result;
  }

  /// The secret behind at least `threshold` shares. All shares beyond the first `threshold` are
  /// checked to lie on the same polynomials; with exactly `threshold` there is nothing to check.
  ///
  /// @throws GeneralSecurityException if shares are too few, repeated, of unequal length or
  ///   inconsistent
  public static SecretBytes reconstruct(List<Share> shares, int threshold)
      throws GeneralSecurityException {
    if (threshold < 1 || shares.size() < threshold) {
      throw new GeneralSecurityException(
          "reconstruction needs " + threshold + " shares. Provided: " + shares.size());
    }
    int sizeBytes = shares.getFirst().value().sizeBytes();
    Set<Integer> indices = new HashSet<>();
    for (Share share : shares) {
      if (!indices.add(share.index())) {
        throw new GeneralSecurityException("share index " + share.index() + " is repeated");
      }
      if (share.value().sizeBytes() != sizeBytes) {
        throw new GeneralSecurityException("shares differ in length");
      }
    }
    List<Share> basis = shares.subList(0, threshold);
    for (Share extra : shares.subList(threshold, shares.size())) {
      if (!interpolate(basis, extra.index()).equals(extra.value())) {
        throw new GeneralSecurityException("shares are inconsistent");
      }
    }
    return interpolate(basis, 0);
  }

  private static SecretBytes evaluate(byte[][] coefficients, int x) {
    byte[] values = new byte[coefficients[0].length];
    for (int power = coefficients.length - 1; power >= 0; power--) {
      for (int i = 0; i < values.length; i++) {
        int raised = Gf256.multiply(values[i] & 0xFF, x);
        values[i] = (byte) Gf256.add(raised, coefficients[power][i] & 0xFF);
      }
    }
    return SecretBytes.copyOf(values);
  }

  private static SecretBytes interpolate(List<Share> basis, int x) {
    byte[] values = new byte[basis.getFirst().value().sizeBytes()];
    for (Share share : basis) {
      int weight = lagrangeWeight(basis, share.index(), x);
      byte[] shareBytes = share.value().expose();
      for (int i = 0; i < values.length; i++) {
        values[i] ^= (byte) Gf256.multiply(shareBytes[i] & 0xFF, weight);
      }
    }
    return SecretBytes.copyOf(values);
  }

  /// The Lagrange polynomial of one index at `x`; indices are public.
  private static int lagrangeWeight(List<Share> basis, int index, int x) {
    int numerator = 1;
    int denominator = 1;
    for (Share other : basis) {
      if (other.index() != index) {
        numerator = Gf256.multiply(numerator, Gf256.add(x, other.index()));
        denominator = Gf256.multiply(denominator, Gf256.add(index, other.index()));
      }
    }
    return Gf256.multiply(numerator, Gf256.inverse(denominator));
  }
}
