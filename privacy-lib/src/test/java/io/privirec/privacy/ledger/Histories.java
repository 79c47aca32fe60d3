package io.privirec.privacy.ledger;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.DistributedSkellam;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.sampling.Variance;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/// Entries of every kind, by a seed.
final class Histories {
  private final SplittableRandom random;
  private long time = 1_790_000_000_000L;

  Histories(long seed) {
    random = new SplittableRandom(seed);
  }

  SplittableRandom random() {
    return random;
  }

  private <T> T drawn(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private String hex(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  LedgerEntry entry() {
    time += random.nextInt(100_000);
    return switch (random.nextInt(11)) {
      case 0 -> new Presumed(time, "restored from a backup");
      case 1 -> reserved();
      case 2 -> new Returned(time, "session " + random.nextInt(100), participants());
      case 3 -> survivors();
      default -> sum();
    };
  }

  Survivors survivors() {
    return new Survivors(
        time,
        drawn(List.of(Survivors.Step.values())),
        "session " + random.nextInt(100),
        hex(32),
        participants(),
        hex(32));
  }

  Reserved reserved() {
    return new Reserved(
        time, "session " + random.nextInt(100), participants(), 1e-6 + 2 * random.nextDouble());
  }

  private List<String> participants() {
    return List.of("shop-1", "shop-2").subList(0, 1 + random.nextInt(2));
  }

  private Use exact() {
    return random.nextBoolean()
        ? new Use.Exact()
        : new Use.Exact(
            Optional.of(
                new Equations(
                    "privirec-k",
                    List.of(1, 2).subList(0, random.nextInt(3)),
                    random.nextInt(300),
                    random.nextInt(300),
                    random.nextBoolean() ? List.of() : participants(),
                    random.nextBoolean()
                        ? OptionalInt.empty()
                        : OptionalInt.of(1 + random.nextInt(9)))));
  }

  Sum sum() {
    return new Sum(
        time,
        "session " + random.nextInt(100),
        hex(32),
        random.nextInt(8),
        1 + random.nextInt(10),
        "item degrees",
        hex(32),
        participants(),
        random.nextInt(4) == 0 ? exact() : noise());
  }

  Use.Noise noise() {
    IntegerSensitivity norms =
        new IntegerSensitivity(1 + 20 * random.nextDouble(), 1 + 400 * random.nextDouble());
    NoiseShares shares =
        new NoiseShares(10 + random.nextInt(90), random.nextInt(5), random.nextInt(5));
    long even = 2 * random.nextLong(8, 1 << 20);
    Distributed mechanism =
        random.nextBoolean()
            ? new DistributedSkellam(norms, 3706, Variance.of(even), shares)
            : new DistributedDiscreteGaussian(norms, 3706, new Variance(7 * even + 1, 7), shares);
    return new Use.Noise(
        mechanism,
        drawn(List.of(Unit.values())),
        drawn(List.of(Adjacency.values())),
        random.nextBoolean() ? Optional.of(hex(32)) : Optional.empty());
  }

  /// A ledger's file with so many entries.
  Chain chain(String ledger, int entries) {
    Chain chain = Chain.read(ledger, new byte[0]);
    for (int i = 0; i < entries; i++) {
      chain = chain.plus(entry());
    }
    return chain;
  }
}
