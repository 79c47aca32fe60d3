package io.privirec.edge.datadir;

import io.privirec.edge.dependency.Dependency;
import io.privirec.edge.dependency.Fault;
import io.privirec.edge.dependency.Outages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The disk of the data directory, which is full when it has less room than the reserve.
public final class DataDisk implements Dependency {
  private static final String NAME = "disk";
  private static final String FULL = "full";

  private final Path directory;
  private final DiskReserve reserve;
  private final Outages outages;

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
      return usable < reserve.bytes() ? Optional.of(full(usable)) : Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new Fault(
              FULL, "the disk of %s cannot be looked at: %s".formatted(directory, e), remedy()));
    }
  }

  private Fault full(long usable) {
    return new Fault(
        FULL,
        "the disk of %s has %s bytes free, and %s are kept free"
            .formatted(directory, usable, reserve.bytes()),
        remedy());
  }

  private static String remedy() {
    return "Make room on the disk of this service; nothing is to be done elsewhere"
        + " (docs/runbooks.md, PriviRecStorageFull)";
  }

  /// Counts a request that was refused for want of room.
  public void refused() {
    outages.failed(NAME, look().orElseGet(() -> full(reserve.bytes())));
  }

  /// Whether requests are, or a few seconds ago were, refused for want of room.
  public boolean isFull() {
    return outages.lasts(NAME, causes());
  }
}
