package io.privirec.coordinator.housekeeping;

import java.io.IOException;

/// Finds and removes one feature's remains. Several processes on the same database and directories
/// may do it at once, beside everything else that happens.
///
/// @param what is collected, for the log
public record Collector(String what, Pass pass) {
  /// One pass.
  @FunctionalInterface
  public interface Pass {
    /// Collects what is there now.
    ///
    /// @return how many things were removed
    int collect() throws IOException;
  }
}
