package io.privirec.coordinator.housekeeping;

import io.privirec.coordinator.RunningCoordinator;

/// Housekeeping, for tests in other packages.
public final class TestHousekeeping {
  private TestHousekeeping() {}

  /// Runs one pass.
  public static void run(RunningCoordinator coordinator) {
    coordinator.bean(Housekeeping.class).run();
  }
}
