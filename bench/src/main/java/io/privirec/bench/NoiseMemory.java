package io.privirec.bench;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyTarget;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;

/// Memory of a participant that draws its share of noise, chunk by chunk as it uploads.
final class NoiseMemory {
  private static final String HEAP = "64m";
  private static final int PARTICIPANTS = 15;
  private static final int CHUNK = 1 << 20;
  private static final int MANY = 32;

  private NoiseMemory() {}

  static List<Result> measure() throws IOException, InterruptedException {
    double one = peakMib(1);
    return List.of(
        Result.of(
            String.format(Locale.ROOT, "noise of %,d elements with -Xmx%s", CHUNK, HEAP),
            one,
            "MiB"),
        Result.of(
                "noise of %s times as many: of the memory".formatted(MANY), peakMib(MANY) / one, "")
            .atMost(1.5));
  }

  private static double peakMib(int chunks) throws IOException, InterruptedException {
    return Double.parseDouble(
        ChildProcess.output(
                ChildProcess.java(
                    List.of(
                        "-Xmx" + HEAP, "-XX:+UseSerialGC", "--add-modules=jdk.incubator.vector"),
                    NoiseMemory.class,
                    String.valueOf(chunks)))
            .lines()
            .filter(line -> !line.startsWith("WARNING"))
            .toList()
            .getLast());
  }

  /// Prints the most memory that was resident, in MiB, of a contribution of so many chunks.
  public static void main(String[] args) throws IOException {
    int chunks = Integer.parseInt(args[0]);
    Contribution noisy =
        new NoiseShare(
                mechanism(PARTICIPANTS, chunks * CHUNK), NoiseSeed.random(new SecureRandom()))
            .over((offset, out) -> {});
    RingVector values = RingVector.zero(new Ring(32), CHUNK);
    for (int chunk = 0; chunk < chunks; chunk++) {
      noisy.fill((long) chunk * CHUNK, values);
    }
    System.out.println(KernelProcess.peakMib());
  }

  /// The noise of counts of at most 20 items of a user, at ε = 1 and with one colluder.
  static DistributedDiscreteGaussian mechanism(int participants, int elements) {
    double rho = Conversion.CKS.rho(new PrivacyTarget(1, 1e-6));
    return DistributedDiscreteGaussian.least(
        IntegerSensitivity.ofIntegers(Math.sqrt(20), elements),
        elements,
        new NoiseShares(participants, 1, 0),
        m -> m.rho() <= rho);
  }
}
