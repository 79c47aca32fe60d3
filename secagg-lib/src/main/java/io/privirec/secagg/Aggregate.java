package io.privirec.secagg;

import io.privirec.crypto.ring.RingVector;
import java.io.IOException;
import java.util.SortedSet;

/// The sum of one round over its survivors, exact but for the noise that they put on it. It stays
/// in the coordinator. Of ciphertexts: everybody's, one vector after the other, in order of
/// participants.
public interface Aggregate {
  /// Number of elements: those of the round's vector; of ciphertexts, of all vectors.
  long length();

  /// Whose contributions are in it, and nobody else's.
  SortedSet<ParticipantId> survivors();

  /// The rules of its round, from which follows what noise everybody added.
  RoundKind kind();

  /// Reads `out.length()` consecutive sums.
  ///
  /// @param offset first element, in [0, length − out.length()]
  void read(long offset, RingVector out) throws IOException;
}
