package io.privirec.coordinator.housekeeping;

import java.io.IOException;

/// Finds and removes one feature's remains. Several processes on the same database and directories
/// may do it at once, beside everything else that happens.
public interface Collector {
  /// Returns the name of the remains, for the log.
  String remains();

  /// Collects what is there now.
  ///
  /// @return how many things were removed
  int collect() throws IOException;
}
