package io.privirec.lab.run;

import io.privirec.wire.SessionPlan;
import io.privirec.wire.StagingView;
import java.util.ArrayList;
import java.util.List;

/// What a session will cost, for people.
public final class PlanTable {
  private PlanTable() {}

  /// A line about all of it, and one for each round.
  public static List<String> of(SessionPlan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "plan      %d participants, each uploads %s; coordinator: up to %s of disk, %s of heap"
            .formatted(
                plan.participants(),
                new ByteSize(plan.bytesUpPerParticipant()),
                new ByteSize(plan.coordinatorDiskBytes()),
                new ByteSize(plan.coordinatorHeapBytes())));
    for (SessionPlan.RoundPlan round : plan.rounds()) {
      lines.add(
          "          %-18s %,15d elements of %d bits in %,5d chunks; staging: %s"
              .formatted(
                  round.name(),
                  round.elements(),
                  round.ringBits(),
                  round.chunks(),
                  kind(round.staging())));
    }
    return lines;
  }

  /// How a round is kept.
  public static String kind(StagingView staging) {
    Integer window = staging.windowChunks();
    return window == null ? staging.mode() : "%s, %d chunks".formatted(staging.mode(), window);
  }
}
