package io.privirec.lab.rehearsal;

import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.Deployment;
import io.privirec.lab.run.PlanTable;
import io.privirec.wire.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The report of a rehearsal for people.
final class RehearsalTable {
  private static final String MEMORY_ROW = "%-14s %14s %14s %16s %14s";

  private RehearsalTable() {}

  /// What came of it.
  static List<String> of(RehearsalReport report) {
    return List.of(
        "",
        "session        %s, %d of %d participants in the sum%s"
            .formatted(report.status(), report.survivors(), report.participants(), verdict(report)),
        "seconds        %,.1f".formatted(report.seconds()),
        "uploaded       %s".formatted(new ByteSize(report.uploadedBytes())),
        "disk           %s at most; staging %s, planned %s"
            .formatted(
                new ByteSize(report.peakDiskBytes()),
                PlanTable.kind(report.staging()),
                new ByteSize(report.staging().diskBytes())),
        "",
        MEMORY_ROW.formatted("memory, peak", "anonymous", "heap", "direct buffers", "-Xmx"),
        row(Deployment.COORDINATOR, report.coordinator()),
        row(Deployment.FIRST_CLIENT, report.client()));
  }

  private static String verdict(RehearsalReport report) {
    return report.status().equals(SessionView.Status.COMPLETED.name())
        ? ", every element right"
        : "";
  }

  private static String row(String service, RehearsalReport.Memory memory) {
    return MEMORY_ROW.formatted(
        service,
        size(memory.peakAnonymousBytes()),
        size(memory.peakHeapBytes()),
        size(memory.peakDirectBytes()),
        size(memory.maxHeapBytes()));
  }

  private static String size(@Nullable Long bytes) {
    return bytes == null ? "unknown" : new ByteSize(bytes).toString();
  }
}
