package io.privirec.coordinator.relay;

/// An envelope that waits in a mailbox.
///
/// @param number grows with each envelope that the mailbox takes, and is never taken again, also
///   where the database has lost the mailbox: above 0
/// @param content ciphertext of the sender for the recipient, 1 to [#MAX_BYTES] bytes; not copied
@SuppressWarnings("ArrayRecordComponent") // never compared
record Envelope(long number, byte[] content) {
  /// Longest content.
  static final int MAX_BYTES = 16 << 20;

  Envelope {
    if (number < 1 || content.length < 1 || content.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "number must be above 0 and content have 1 to %s bytes. Provided: %s, %s bytes"
              .formatted(MAX_BYTES, number, content.length));
    }
  }
}
