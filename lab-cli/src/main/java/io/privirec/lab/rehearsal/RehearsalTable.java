package io.privirec.lab.rehearsal;

import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.PlanTable;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.meters.PhaseTraffic.PhaseLine;
import io.privirec.wire.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The report of a rehearsal for people.
final class RehearsalTable {
  private static final String MEMORY_ROW = "%-14s %14s %14s %16s %14s";

  private static final String PHASE_ROW = "%-20s %10s %14s %14s";

  private RehearsalTable() {}

  /// What came of it.
  static List<String> of(RehearsalReport report) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "",
            "session        %s, %s rounds, %d of %d participants in the sum%s"
                .formatted(
                    report.status(),
                    report.roundKind(),
                    report.survivors(),
                    report.participants(),
                    verdict(report)),
            "seconds        %,.1f".formatted(report.seconds()),
            "uploaded       %s".formatted(new ByteSize(report.uploadedBytes())),
            "disk           %s at most; staging %s, planned %s"
                .formatted(
                    new ByteSize(report.peakDiskBytes()),
                    PlanTable.kind(report.staging()),
                    new ByteSize(report.staging().diskBytes())),
            "",
            PHASE_ROW.formatted("phase", "seconds", "received", "sent")));
    report.phases().forEach(phase -> lines.add(row(phase)));
    lines.addAll(
        List.of(
            "",
            MEMORY_ROW.formatted("memory, peak", "anonymous", "heap", "direct buffers", "-Xmx"),
            row(Deployment.COORDINATOR, report.coordinator()),
            row(Deployment.FIRST_CLIENT, report.client())));
    return lines;
  }

  private static String row(PhaseLine phase) {
    return PHASE_ROW.formatted(
        phase.phase().toLowerCase(Locale.ROOT),
        "%,.1f".formatted(phase.seconds()),
        kibibytes(phase.bytesIn()),
        kibibytes(phase.bytesOut()));
  }

  private static String kibibytes(long bytes) {
    return "%,.1f KiB".formatted(bytes / 1024.0);
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
