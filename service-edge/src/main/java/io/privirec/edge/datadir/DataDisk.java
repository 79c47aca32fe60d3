package io.privirec.edge.datadir;

import io.privirec.edge.dependency.Dependency;
import io.privirec.edge.dependency.Fault;
import io.privirec.edge.dependency.Outages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The disk of the data directory, which is full when it has less room than the reserve.
public final class DataDisk implements Dependency {
  private static final String NAME = "disk";
  private static final String FULL = "full";

  /// For how long a refusal counts. Refused calls are repeated after at most ten seconds.
  private static final Duration REFUSES = Duration.ofSeconds(20);

  private final Path directory;
  private final DiskReserve reserve;
  private final Outages outages;

  /// When a request was refused for want of room, by [System#nanoTime]; empty before the first.
  private volatile OptionalLong refusedAt = OptionalLong.empty();

  DataDisk(DataDirectory data, DiskReserve reserve, Outages outages) {
    this.directory = data.path();
    this.reserve = reserve;
    this.outages = outages;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<String> causes() {
    return Set.of(FULL);
  }

  @Override
  public Optional<Fault> look() {
    try {
      long usable = Files.getFileStore(directory).getUsableSpace();
      return usable < reserve.bytes() || refusesNow()
          ? Optional.of(full(usable))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new Fault(
              FULL, "the disk of %s cannot be looked at: %s".formatted(directory, e), remedy()));
    }
  }

  /// Files that would take more than the room above the reserve are refused before the disk has
  /// less than the reserve.
  private boolean refusesNow() {
    OptionalLong at = refusedAt;
    return at.isPresent() && System.nanoTime() - at.getAsLong() < REFUSES.toNanos();
  }

  private Fault full(long usable) {
    return new Fault(
        FULL,
        usable < reserve.bytes()
            ? "the disk of %s has %s bytes free, and %s are kept free"
                .formatted(directory, usable, reserve.bytes())
            : "the disk of %s has %s bytes free, of which %s are kept free: the rest is too little for a file"
                .formatted(directory, usable, reserve.bytes()),
        remedy());
  }

  private static String remedy() {
    return "Make room on the disk of this service; nothing is to be done elsewhere"
        + " (docs/runbooks.md, PriviRecStorageFull)";
  }

  /// Counts a request that was refused for want of room.
  public void refused() {
    refusedAt = OptionalLong.of(System.nanoTime());
    look().ifPresent(fault -> outages.failed(NAME, fault));
  }

  /// Whether requests are, or a few seconds ago were, refused for want of room.
  public boolean isFull() {
    return outages.lasts(NAME, causes());
  }
}
