package io.privirec.privacy.sampling;

/// A stream of random bytes: `SecureRandom::nextBytes`, or the keystream of a secret seed where the
/// same noise must come again.
///
/// A claim holds only if the bytes are those of a cryptographic generator with a secret seed. That
/// is not checked.
@FunctionalInterface
public interface RandomBytes {
  /// Overwrites the whole array with the next bytes of the stream.
  void nextBytes(byte[] bytes);
}
