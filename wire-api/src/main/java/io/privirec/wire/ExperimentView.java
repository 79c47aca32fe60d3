package io.privirec.wire;

import java.time.Instant;
import java.util.List;

/// An experiment that runs.
public record ExperimentView(
    String name, String salt, List<ExperimentArm> arms, Instant createdAt) {
  public ExperimentView {
    arms = List.copyOf(arms);
  }
}
