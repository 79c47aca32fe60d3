package io.privirec.bench;

import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// Expands masks and adds them to one chunk of 2^20 elements, the unit in which vectors travel.
public class MaskBenchmark extends ShortBenchmark {
  private static final int ELEMENTS = 1 << 20;

  @Param({"16", "24", "32", "64"})
  public int ringBits;

  @Param({"1", "15"})
  public int masks;

  private RingVector chunk = RingVector.zero(Ring.BITS_32, 0);
  private MaskSum sum = new MaskSum(List.of(), List.of());

  @Setup
  public void prepare() {
    SecureRandom random = new SecureRandom();
    List<MaskKey> keys = new ArrayList<>();
    for (int mask = 0; mask < masks; mask++) {
      keys.add(new MaskKey(SecretBytes.random(MaskKey.SIZE_BYTES, random)));
    }
    chunk = RingVector.zero(new Ring(ringBits), ELEMENTS);
    sum = new MaskSum(keys, List.of());
  }

  @Benchmark
  public RingVector addMasks(ProcessorWork work) {
    long start = CpuTime.ofThread();
    sum.addTo(0, chunk);
    work.add((long) masks * chunk.ring().packedBytes(ELEMENTS), CpuTime.ofThread() - start);
    return chunk;
  }
}
