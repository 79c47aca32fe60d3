package io.privirec.client.contribution;

/// Is told what the runtime does, for meters. Names nobody.
public interface RuntimeObserver {
  /// A chunk was computed, masked, packed and hashed.
  ///
  /// @param nanos how long it took; 0 with noise, because the time follows from the data
  /// @param bytes packed length
  void chunkMasked(long nanos, int bytes);

  /// A participant gave a session or round up.
  ///
  /// @param reason stable code
  void gaveUp(String reason);
}
