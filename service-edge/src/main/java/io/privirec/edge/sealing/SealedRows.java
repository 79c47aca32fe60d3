package io.privirec.edge.sealing;

import io.privirec.crypto.sealing.KeyRing;
import java.util.Map;

/// Stored values that a [KeyRing] sealed.
public interface SealedRows {
  /// The table, as operators know it.
  String table();

  /// How many rows each key has sealed.
  Map<String, Long> rowsByKey();

  /// Seals some rows of another key anew, with the ring's first key; several processes may do it at
  /// once.
  ///
  /// @param keyId one of the ring's keys, not its first
  /// @param most rows at most
  /// @return rows that were sealed anew; 0 when none is left, or others are at the rest
  int reseal(KeyRing ring, String keyId, int most);
}
