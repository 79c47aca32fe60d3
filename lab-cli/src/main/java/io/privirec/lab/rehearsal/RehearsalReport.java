package io.privirec.lab.rehearsal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.SessionRun;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.meters.PeakSampler;
import io.privirec.stage.meters.PhaseTraffic.PhaseLine;
import io.privirec.stage.process.MemorySampler;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.StagingView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a rehearsal found, as `--json` writes it. Names are an interface: scripts read them.
///
/// @param failures in words; none: it passed
/// @param status of the session: `COMPLETED` when every element of each sum was right
/// @param plannedBytesPerParticipant masked input over all rounds
/// @param staging as planned for the first round; all rounds are alike
/// @param survivors how many are in the last sum
/// @param roundKind `closed` or `tolerant`
/// @param cells in the sum; 0 of a tolerant one
/// @param phases in the protocol's order, all rounds together
/// @param seconds session accepted to its end
/// @param uploadedBytes bodies of all requests of all participants to the coordinator
/// @param peakDiskBytes files below the coordinator's data directory, without its database
public record RehearsalReport(
    boolean passed,
    List<String> failures,
    String status,
    long elements,
    int ringBits,
    int rounds,
    int participants,
    String roundKind,
    int cells,
    int survivors,
    long plannedBytesPerParticipant,
    StagingView staging,
    double seconds,
    List<PhaseLine> phases,
    long uploadedBytes,
    long peakDiskBytes,
    Memory coordinator,
    Memory client) {
  public RehearsalReport {
    failures = List.copyOf(failures);
    phases = List.copyOf(phases);
  }

  /// Memory of one service, its database's processes aside.
  ///
  /// @param peakAnonymousBytes absent where the system does not tell
  /// @param peakHeapBytes live or not; absent when the service never told
  /// @param peakDirectBytes buffers outside the heap; absent when the service never told
  /// @param maxHeapBytes the configured -Xmx
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Memory(
      @Nullable Long peakAnonymousBytes,
      @Nullable Long peakHeapBytes,
      @Nullable Long peakDirectBytes,
      long maxHeapBytes) {}

  static RehearsalReport of(
      RehearseSettings settings,
      SessionPlan plan,
      SessionView session,
      Cohort.Traffic traffic,
      List<PhaseLine> phases,
      long diskBytes,
      MemorySampler memory,
      PeakSampler peaks) {
    Memory coordinator = memory(Deployment.COORDINATOR, settings, memory, peaks);
    Memory client = memory(Deployment.FIRST_CLIENT, settings, memory, peaks);
    List<String> failures = failures(settings.maxAnonymous, session, coordinator, client);
    return new RehearsalReport(
        failures.isEmpty(),
        failures,
        session.status().name(),
        settings.elements,
        settings.ringBits,
        settings.rounds,
        settings.participants,
        session.roundKind(),
        session.cells().size(),
        session.survivors().size(),
        plan.bytesUpPerParticipant(),
        plan.rounds().getFirst().staging(),
        Objects.requireNonNullElse(session.seconds(), 0.0),
        phases,
        traffic.up(),
        diskBytes,
        coordinator,
        client);
  }

  private static Memory memory(
      String service, RehearseSettings settings, MemorySampler memory, PeakSampler peaks) {
    return new Memory(
        orNull(memory.peakBytes(service)),
        orNull(peaks.heapBytes(service)),
        orNull(peaks.directBytes(service)),
        settings.heap.bytes());
  }

  private static @Nullable Long orNull(OptionalLong bytes) {
    return bytes.isPresent() ? bytes.getAsLong() : null;
  }

  /// What is wrong with a session that is over, in words; nothing when it passed.
  static List<String> failures(
      @Nullable ByteSize maxAnonymous, SessionView session, Memory coordinator, Memory client) {
    List<String> failures = new ArrayList<>();
    if (session.status() != SessionView.Status.COMPLETED) {
      failures.add(SessionRun.whyFailed(session));
    }
    if (maxAnonymous != null) {
      requireAtMost(maxAnonymous, Deployment.COORDINATOR, coordinator, failures);
      requireAtMost(maxAnonymous, Deployment.FIRST_CLIENT, client, failures);
    }
    return failures;
  }

  private static void requireAtMost(
      ByteSize limit, String service, Memory memory, List<String> failures) {
    Long peak = memory.peakAnonymousBytes();
    if (peak == null) {
      failures.add(service + ": its anonymous memory was not seen, --max-anonymous not checked");
    } else if (peak > limit.bytes()) {
      failures.add(
          "%s took %s of anonymous memory; --max-anonymous is %s"
              .formatted(service, new ByteSize(peak), limit));
    }
  }
}
