package io.privirec.bench;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// The platform's AES-128-CTR alone, 16 MiB at a time in pieces of one size, when everything is
/// compiled.
public class KeystreamBenchmark extends ShortBenchmark {
  private static final int TOTAL_BYTES = 1 << 24;

  @Param({"4", "16", "64", "1024"})
  public int pieceKib;

  private final Cipher cipher;
  private byte[] zeros = {};
  private byte[] keystream = {};

  public KeystreamBenchmark() {
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every platform has AES-CTR", e);
    }
  }

  @Setup
  public void allocate() {
    zeros = new byte[pieceKib << 10];
    keystream = new byte[zeros.length];
  }

  @Setup(Level.Iteration)
  public void restart() throws GeneralSecurityException {
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(new byte[16], "AES"),
        new IvParameterSpec(new byte[16]));
  }

  @Benchmark
  public byte[] expand(ProcessorWork work) throws GeneralSecurityException {
    long start = CpuTime.ofThread();
    for (int done = 0; done < TOTAL_BYTES; done += zeros.length) {
      cipher.update(zeros, 0, zeros.length, keystream, 0);
    }
    work.add(TOTAL_BYTES, CpuTime.ofThread() - start);
    return keystream;
  }
}
