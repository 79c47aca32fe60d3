package io.privirec.crypto.sharing;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.SortedSet;

/// A finite field, and how byte strings are sequences of its elements: one polynomial for each.
/// [Shamir] checks counts and indices.
sealed interface ShareField permits ByteField, PrimeField {

  /// Uniform among the byte strings of this length that are sequences of elements.
  SecretBytes randomSecret(int sizeBytes, SecureRandom random);

  /// Values at 1, 2, …, `shares` of random polynomials of degree `threshold - 1` with the elements
  /// of the secret at 0.
  List<Share> split(SecretBytes secret, int threshold, int shares, SecureRandom random);

  /// The polynomials of least degree through some shares.
  ///
  /// @param basis at least one share, equally long, with distinct indices
  /// @throws GeneralSecurityException if a share is no sequence of elements
  Interpolation through(List<Share> basis) throws GeneralSecurityException;

  /// Whether bytes are a sequence of elements.
  boolean holds(SecretBytes value);

  /// The indices of the shares that do not lie on the polynomials of the others.
  ///
  /// @param shares at least `threshold`, sequences of equally many elements, with distinct indices
  /// @throws GeneralSecurityException if too many are wrong
  SortedSet<Integer> wrongAmong(List<Share> shares, int threshold) throws GeneralSecurityException;

  /// Polynomials in Lagrange's form.
  interface Interpolation {
    SecretBytes at(int x);
  }
}
