package io.privirec.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.round.RoundStore.Summary;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Collects what crashes and late uploads leave of rounds: drafts of dead uploads, staged chunks
/// and sums that no round needs, chunks without a record and records without a chunk.
public final class RoundCollector {
  private final RoundPorts ports;
  private final RoundStates states;
  private final ChunkStaging staging;
  private final WindowedSpool spool;
  private final Clock clock;
  private final Duration inTheMaking;

  RoundCollector(
      RoundPorts ports,
      RoundStates states,
      ChunkStaging staging,
      WindowedSpool spool,
      Clock clock,
      Duration inTheMaking) {
    this.ports = ports;
    this.states = states;
    this.staging = staging;
    this.spool = spool;
    this.clock = clock;
    this.inTheMaking = inTheMaking;
  }

  /// One pass. Several processes may do it at once.
  ///
  /// @return how many things were removed
  public int collect() throws IOException {
    Instant old = clock.instant().minus(inTheMaking);
    return ports.blobs().sweepDrafts(old)
        + ports.sums().sums().sweepDrafts(old)
        + ports.sums().maskedSums().sweepDrafts(old)
        + collectStaged(ports.blobs(), old)
        + collectStaged(ports.sums().maskedSums(), old)
        + collectSums(old)
        + ports.rounds().deleteLateChunks()
        + forgetLogs()
        + matchRecords(old);
  }

  /// What only open rounds need.
  private int collectStaged(RoundBytes staged, Instant old) throws IOException {
    int removed = 0;
    // Bytes first, records second: what appears in between is left alone.
    Set<RoundId> kept = staged.rounds();
    Map<RoundId, Summary> known = ports.rounds().summaries(kept);
    for (RoundId round : kept) {
      Summary recorded = known.get(round);
      if (recorded == null ? staged.isOlder(round, old) : recorded.status().isOver()) {
        staged.delete(round);
        removed++;
      }
    }
    return removed;
  }

  private int collectSums(Instant old) throws IOException {
    int removed = 0;
    Set<RoundId> kept = ports.sums().sums().rounds();
    Map<RoundId, Summary> known = ports.rounds().summaries(kept);
    Set<String> active =
        ports
            .sessions()
            .among(known.values().stream().map(Summary::sessionId).collect(Collectors.toSet()));
    for (RoundId round : kept) {
      if (!isSumNeeded(known.get(round), active) && ports.sums().sums().isOlder(round, old)) {
        ports.sums().sums().delete(round);
        removed++;
      }
    }
    return removed;
  }

  /// Whether a sum is being made, or a session may go on with it.
  private static boolean isSumNeeded(@Nullable Summary recorded, Set<String> active) {
    return recorded != null
        && switch (recorded.status()) {
          case SUMMING -> true;
          case DONE -> active.contains(recorded.sessionId());
          case OPEN, FAILED -> false;
        };
  }

  private int forgetLogs() {
    Set<String> over = new HashSet<>(ports.rounds().sessionsWithLogs());
    over.removeAll(ports.sessions().among(over));
    return ports.rounds().forgetLogs(over);
  }

  /// In rounds that take chunks.
  private int matchRecords(Instant old) throws IOException {
    int removed = 0;
    for (Round round : ports.rounds().open()) {
      RoundState current = states.fold(round).orElse(null);
      if (current != null && round.phase() == Phase.MASKED_INPUT) {
        for (CohortMember member : round.terms().cohort()) {
          if (current.state().isAwaiting(member.id())) {
            removed += matchRecords(round, member, old);
          }
        }
      }
    }
    return removed;
  }

  private int matchRecords(Round round, CohortMember member, Instant old) throws IOException {
    int removed = 0;
    Set<Integer> kept = ports.blobs().chunks(round.id(), member.id(), old);
    SortedMap<Integer, Digest> recorded = ports.chunks().of(round.id(), member.id());
    for (int chunk : kept) {
      // Asked again under lock: an upload may be about to be recorded.
      if (!recorded.containsKey(chunk)
          && ports
              .chunks()
              .whileAbsent(
                  round.id(),
                  member.id(),
                  chunk,
                  () -> ports.blobs().delete(round.id(), member.id(), chunk))) {
        removed++;
      }
    }
    for (int chunk : recorded.tailMap(spool.summed(round)).keySet()) {
      if (staging.forgetIfLost(round, member.id(), chunk)) {
        removed++;
      }
    }
    return removed;
  }
}
