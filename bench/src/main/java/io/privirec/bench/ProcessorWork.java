package io.privirec.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Bytes and the processor time they took, counted beside JMH's elapsed time.
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class ProcessorWork {
  public long bytes;
  public long cpuNanos;

  void add(long moreBytes, long moreCpuNanos) {
    bytes += moreBytes;
    cpuNanos += moreCpuNanos;
  }
}
