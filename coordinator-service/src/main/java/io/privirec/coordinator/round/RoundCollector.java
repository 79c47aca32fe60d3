package io.privirec.coordinator.round;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/// Collects what crashes and late uploads leave of rounds: drafts of dead uploads, staged chunks
/// and sums that no round needs, chunks without a record and records without a chunk.
final class RoundCollector implements Collector {
  private final RoundStore store;
  private final RoundStates states;
  private final ChunkStore records;
  private final ChunkStaging staging;
  private final StagedBlobs blobs;
  private final SumFiles sums;
  private final SumFiles maskedSums;
  private final WindowedSpool spool;
  private final Clock clock;
  private final Duration inTheMaking;

  /// @param inTheMaking whatever is younger may be in the making, by another process, too: a live
  ///   upload touches its draft every few seconds, and between a round's directory and its record
  ///   lie milliseconds
  RoundCollector(
      RoundStore store,
      RoundStates states,
      ChunkStore records,
      ChunkStaging staging,
      StagedBlobs blobs,
      SumFiles sums,
      SumFiles maskedSums,
      WindowedSpool spool,
      Clock clock,
      Duration inTheMaking) {
    this.store = store;
    this.states = states;
    this.records = records;
    this.staging = staging;
    this.blobs = blobs;
    this.sums = sums;
    this.maskedSums = maskedSums;
    this.spool = spool;
    this.clock = clock;
    this.inTheMaking = inTheMaking;
  }

  @Override
  public String what() {
    return "remains of rounds";
  }

  @Override
  public int collect() throws IOException {
    Instant old = clock.instant().minus(inTheMaking);
    return blobs.sweepDrafts(old)
        + sums.sweepDrafts(old)
        + maskedSums.sweepDrafts(old)
        + collectChunks(old)
        + collectMaskedSums(old)
        + collectSums(old)
        + store.deleteRemains()
        + matchRecords(old);
  }

  private int collectChunks(Instant old) throws IOException {
    int removed = 0;
    // Files first, records second: what appears in between is left alone.
    Set<RoundId> onDisk = blobs.rounds();
    Map<RoundId, RoundStatus> known = store.statuses(onDisk);
    for (RoundId round : onDisk) {
      RoundStatus status = known.get(round);
      if (status == null ? blobs.isOlder(round, old) : status.isOver()) {
        blobs.delete(round);
        removed++;
      }
    }
    return removed;
  }

  private int collectMaskedSums(Instant old) throws IOException {
    int removed = 0;
    Set<RoundId> onDisk = maskedSums.rounds();
    Map<RoundId, RoundStatus> known = store.statuses(onDisk);
    for (RoundId round : onDisk) {
      RoundStatus status = known.get(round);
      if (status == null ? maskedSums.isOlder(round, old) : status.isOver()) {
        maskedSums.delete(round);
        removed++;
      }
    }
    return removed;
  }

  private int collectSums(Instant old) throws IOException {
    int removed = 0;
    Set<RoundId> onDisk = sums.rounds();
    Set<RoundId> needed = store.withSum(onDisk);
    for (RoundId round : onDisk) {
      if (!needed.contains(round) && sums.isOlder(round, old)) {
        sums.delete(round);
        removed++;
      }
    }
    return removed;
  }

  /// In rounds that take chunks.
  private int matchRecords(Instant old) throws IOException {
    int removed = 0;
    for (Round round : store.open()) {
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
    Set<Integer> onDisk = blobs.chunks(round.id(), member.id(), old);
    SortedMap<Integer, Digest> recorded = records.of(round.id(), member.id());
    for (int chunk : onDisk) {
      // Asked again under lock: an upload may be about to be recorded.
      if (!recorded.containsKey(chunk)
          && records.whileAbsent(
              round.id(), member.id(), chunk, () -> blobs.delete(round.id(), member.id(), chunk))) {
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
