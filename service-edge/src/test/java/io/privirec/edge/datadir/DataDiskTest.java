package io.privirec.edge.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.edge.dependency.Outages;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDiskTest {
  @TempDir private Path directory;
  private final Outages outages = new Outages(new SimpleMeterRegistry());

  private DataDisk disk(long reserve) {
    return new DataDisk(new DataDirectory(directory), new DiskReserve(reserve), outages);
  }

  @Test
  void disk_withLessThanTheReserve_isFull() {
    assertThat(disk(1).look()).isEmpty();
    assertThat(disk(Long.MAX_VALUE).look())
        .hasValueSatisfying(fault -> assertThat(fault.toString()).contains("are kept free"));
  }

  /// Chunks are refused before the disk has less than the reserve: the alert must not wait for
  /// that.
  @Test
  void disk_thatHadNoRoomForAFile_isFull() {
    DataDisk disk = disk(1);
    disk.refused();
    assertThat(disk.look())
        .hasValueSatisfying(fault -> assertThat(fault.toString()).contains("too little"));
    assertThat(disk.isFull()).isTrue();
  }
}
