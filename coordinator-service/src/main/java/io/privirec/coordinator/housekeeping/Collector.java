package io.privirec.coordinator.housekeeping;

import java.io.IOException;

/// Finds and removes one feature's remains. Several processes on the same database and directories
/// may do it at once, beside everything else that happens.
public interface Collector {
  /// What is collected, for the log.
  String what();

  /// One pass.
  ///
  /// @return how many things were removed
  int collect() throws IOException;

  /// A pass of that name.
  static Collector of(String what, Pass pass) {
    return new Collector() {
      @Override
      public String what() {
        return what;
      }

      @Override
      public int collect() throws IOException {
        return pass.collect();
      }
    };
  }

  /// One pass.
  @FunctionalInterface
  interface Pass {
    int collect() throws IOException;
  }
}
