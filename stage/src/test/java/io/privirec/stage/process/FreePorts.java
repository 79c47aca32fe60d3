package io.privirec.stage.process;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Port ranges that nothing listens on, for tests that start services. */
public final class FreePorts {
  private FreePorts() {}

  /** The first of some consecutive free ports. */
  public static int base(int count) {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(20_000, 30_000))
        .limit(1_000)
        .filter(base -> Ports.firstTaken(base, count).isEmpty())
        .findFirst()
        .orElseThrow();
  }
}
