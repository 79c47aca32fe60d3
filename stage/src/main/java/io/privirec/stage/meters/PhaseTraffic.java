package io.privirec.stage.meters;

import io.privirec.secagg.Phase;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the coordinator receives and sends in each phase, from its meters. Bytes count for the
/// phase that was open when they were looked at last, so at the borders some count for the one
/// before.
public final class PhaseTraffic implements AutoCloseable {
  private static final String BYTES = "secagg_bytes";
  private static final String SESSIONS = "secagg_sessions";
  private static final String SECONDS = "secagg_phase_seconds";

  /// One phase of all rounds together.
  ///
  /// @param seconds from its start to its end, by the coordinator's clock
  /// @param bytesIn that the coordinator received; at the borders of phases some may count for the
  ///   one before
  /// @param bytesOut that it sent
  public record PhaseLine(String phase, double seconds, long bytesIn, long bytesOut) {}

  private final MetersApi coordinator;
  private final Map<Phase, long[]> bytes = new EnumMap<>(Phase.class);
  private @Nullable Phase open;
  private Meters latest = new Meters("");

  /// Begins to look at a coordinator.
  ///
  /// @param coordinator one that has run no round yet
  public PhaseTraffic(URI coordinator) {
    this.coordinator = new MetersApi(coordinator, BYTES, SESSIONS, SECONDS);
  }

  /// Looks at the meters; a coordinator that is too busy to answer is looked at again.
  public void look() throws InterruptedException {
    Meters now;
    try {
      now = coordinator.meters();
    } catch (IOException busy) {
      return;
    }
    // What follows the last phase belongs to it: nobody sends anything between two rounds. The
    // coordinator looks at its phase every few seconds, so bytes may come before the first phase.
    // A short session may end between two of these looks.
    Phase seen = openPhase(now).orElse(open == null ? lastPhase(now) : open);
    if (seen == null) {
      return;
    }
    long[] both = bytes.computeIfAbsent(open == null ? seen : open, _ -> new long[2]);
    both[0] += grown(now, "direction=\"in\"");
    both[1] += grown(now, "direction=\"out\"");
    open = seen;
    latest = now;
  }

  private long grown(Meters now, String direction) {
    String name = BYTES + "_total";
    return now.sum(name, direction) - latest.sum(name, direction);
  }

  private static Optional<Phase> openPhase(Meters meters) {
    for (Phase phase : Phase.values()) {
      if (meters.sum(SESSIONS, label(phase)) > 0) {
        return Optional.of(phase);
      }
    }
    return Optional.empty();
  }

  /// The last phase that has ended; null: none.
  private static @Nullable Phase lastPhase(Meters meters) {
    Phase last = null;
    for (Phase phase : Phase.values()) {
      last = meters.total(SECONDS + "_sum", label(phase)) > 0 ? phase : last;
    }
    return last;
  }

  private static String label(Phase phase) {
    return "phase=\"%s\"".formatted(phase.name().toLowerCase(Locale.ROOT));
  }

  /// Every phase that took place, in the protocol's order.
  public List<PhaseLine> lines() {
    List<PhaseLine> lines = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      double seconds = latest.total(SECONDS + "_sum", label(phase));
      long[] both = bytes.getOrDefault(phase, new long[2]);
      if (seconds > 0) {
        lines.add(new PhaseLine(phase.name(), seconds, both[0], both[1]));
      }
    }
    return lines;
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
