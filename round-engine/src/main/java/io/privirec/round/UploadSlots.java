package io.privirec.round;

import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Bounds what unfinished uploads hold at once: how many one participant and all participants have
/// under way, and how much of the disk they fill. The fewer slots are free, the fewer one
/// participant may hold, so that a few slow participants cannot shut out the others.
final class UploadSlots {
  private final UploadLimits limits;
  private final BlobStore disk;
  private final Map<ParticipantId, Integer> taken = new HashMap<>();
  private int inAll;
  private long pledgedBytes;

  /// @param disk that the chunks go to
  UploadSlots(UploadLimits limits, BlobStore disk) {
    this.limits = limits;
    this.disk = disk;
  }

  /// An upload under way.
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  /// Lets an upload begin.
  ///
  /// @param bytes that it will put on the disk
  /// @throws RoundRefusal when it must wait
  Slot take(ParticipantId participant, long bytes) throws IOException {
    long usable = disk.usableBytes();
    synchronized (taken) {
      if (taken.getOrDefault(participant, 0) >= limits.ofOne()) {
        throw new RoundRefusal(
            Reason.BUSY,
            "At most " + limits.ofOne() + " chunks of one participant are received at once");
      }
      if (inAll >= limits.inAll()) {
        throw new RoundRefusal(
            Reason.BUSY, "At most " + limits.inAll() + " chunks are received at once");
      }
      int fair = Math.max(1, (limits.inAll() - inAll) / 4);
      if (taken.getOrDefault(participant, 0) > fair) {
        throw new RoundRefusal(
            Reason.BUSY, "Few chunks more can be received now, and others have fewer under way");
      }
      if (usable - pledgedBytes - bytes < limits.diskReserveBytes()) {
        throw RoundRefusal.diskFull();
      }
      taken.merge(participant, 1, Integer::sum);
      inAll++;
      pledgedBytes += bytes;
    }
    return () -> giveBack(participant, bytes);
  }

  /// Whether what failed may have failed for want of so much room.
  boolean isDiskFull(long bytes) throws IOException {
    return disk.usableBytes() < bytes;
  }

  private void giveBack(ParticipantId participant, long bytes) {
    synchronized (taken) {
      taken.computeIfPresent(participant, (_, count) -> count == 1 ? null : count - 1);
      inAll--;
      pledgedBytes -= bytes;
    }
  }
}
