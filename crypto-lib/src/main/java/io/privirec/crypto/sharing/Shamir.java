package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Shamir's secret sharing (1979): any `threshold` of the `shares` shares give the secret, any
/// fewer say nothing about it.
///
/// The number of shares picks the field. Up to 255 it is GF(2^8), byte by byte, for secrets of any
/// length; no branch and no memory address depends on a secret. Above that it is the integers
/// modulo 2^255 − 19, one element per 32 bytes, little endian: the length must then be a multiple
/// of 32 and each element below the prime, which [#randomSecret(int, SecureRandom)] sees to; its
/// arithmetic is that of `BigInteger` and **not** in constant time. Either way a share is as long
/// as the secret.
///
/// @param threshold shares that reconstruct a secret, in [1, shares]
/// @param shares shares of a secret, in [1, 65,535], with the indices 1, 2, …, `shares`
public record Shamir(int threshold, int shares) {
  public Shamir {
    if (shares < 1 || shares > Share.MAX_INDEX) {
      throw new IllegalArgumentException(
          "shares must be in [1, " + Share.MAX_INDEX + "]. Provided value: " + shares);
    }
    if (threshold < 1 || threshold > shares) {
      throw new IllegalArgumentException(
          "threshold must be in [1, " + shares + "]. Provided value: " + threshold);
    }
  }

  /// A uniformly random secret among those that can be shared.
  ///
  /// @param sizeBytes a multiple of 32 if there are more than 255 shares
  public SecretBytes randomSecret(int sizeBytes, SecureRandom random) {
    return field().randomSecret(sizeBytes, random);
  }

  /// Splits a secret; the share of index i is at i − 1 of the list.
  ///
  /// @throws IllegalArgumentException if there are more than 255 shares and the secret is not made
  ///   of elements below 2^255 − 19
  public List<Share> split(SecretBytes secret, SecureRandom random) {
    return field().split(secret, threshold, shares, random);
  }

  /// The secret behind at least `threshold` shares. All shares beyond the first `threshold` are
  /// checked to lie on the same polynomials; with exactly `threshold` there is nothing to check.
  ///
  /// @throws GeneralSecurityException if shares are too few, repeated, of an index that was never
  ///   given out, of unequal length, not elements of the field, or inconsistent
  public SecretBytes reconstruct(List<Share> some) throws GeneralSecurityException {
    requireEnough(some);
    requireComparable(some);
    ShareField.Interpolation polynomials = field().through(some.subList(0, threshold));
    if (!fit(some.subList(threshold, some.size()), polynomials)) {
      throw new GeneralSecurityException("shares are inconsistent");
    }
    return polynomials.at(0);
  }

  /// The secret behind shares of which some may be wrong, and which they are. Of `m` shares `⌊(m −
  /// threshold) / 2⌋` may be: then the secret is the only one that so many right shares belong to.
  /// Shares that are no elements of the field are wrong and count for nothing.
  ///
  /// Not proven: that no more are wrong. More of them, made together, can give another secret and
  /// have right shares called wrong; so can whoever split the secret, by handing out shares of
  /// several polynomials. Not constant time once a share is wrong, and need not be: these shares
  /// have been revealed.
  ///
  /// @throws GeneralSecurityException if shares are too few, repeated, of an index that was never
  ///   given out, of unequal length, or too many of them are wrong
  public Corrected correct(List<Share> some) throws GeneralSecurityException {
    requireEnough(some);
    requireComparable(some);
    List<Share> elements = some.stream().filter(share -> field().holds(share.value())).toList();
    requireEnough(elements);
    ShareField.Interpolation polynomials = field().through(elements.subList(0, threshold));
    List<Share> right = elements;
    if (!fit(elements.subList(threshold, elements.size()), polynomials)) {
      SortedSet<Integer> wrong = field().wrongAmong(elements, threshold);
      right = elements.stream().filter(share -> !wrong.contains(share.index())).toList();
      polynomials = field().through(right.subList(0, threshold));
    }
    SortedSet<Integer> wrong = new TreeSet<>(some.stream().map(Share::index).toList());
    right.forEach(share -> wrong.remove(share.index()));
    return new Corrected(polynomials.at(0), wrong);
  }

  private static boolean fit(List<Share> extra, ShareField.Interpolation polynomials) {
    return extra.stream().allMatch(share -> polynomials.at(share.index()).equals(share.value()));
  }

  private void requireEnough(List<Share> some) throws GeneralSecurityException {
    if (some.size() < threshold) {
      throw new GeneralSecurityException(
          "reconstruction needs " + threshold + " shares. Provided: " + some.size());
    }
  }

  private void requireComparable(List<Share> some) throws GeneralSecurityException {
    int sizeBytes = some.getFirst().value().sizeBytes();
    Set<Integer> indices = new HashSet<>();
    for (Share share : some) {
      if (share.index() > shares) {
        throw new GeneralSecurityException(
            "share index must be in [1, " + shares + "]. Provided value: " + share.index());
      }
      if (!indices.add(share.index())) {
        throw new GeneralSecurityException("share index " + share.index() + " is repeated");
      }
      if (share.value().sizeBytes() != sizeBytes) {
        throw new GeneralSecurityException("shares differ in length");
      }
    }
  }

  private ShareField field() {
    return shares <= ByteField.MAX_SHARES ? ByteField.INSTANCE : PrimeField.CURVE25519;
  }
}
