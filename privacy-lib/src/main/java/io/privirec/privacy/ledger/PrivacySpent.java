package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What entries took together.
///
/// @param noise all releases with noise
/// @param reserved ρ that open reservations have left, whenever they were made
/// @param exactSums how many sums had none; they are outside of ε
/// @param isPresumed whether all that the limits allow counts as spent
public record PrivacySpent(Composition noise, double reserved, long exactSums, boolean isPresumed) {

  /// What entries took that are younger than some time.
  ///
  /// @param entries in the order of the ledger
  /// @param after the time, in milliseconds since 1970, after which entries count
  public static PrivacySpent since(List<LedgerEntry> entries, long after) {
    List<Release> releases = new ArrayList<>();
    long exact = 0;
    boolean presumed = false;
    for (LedgerEntry entry : entries) {
      if (entry.at() <= after) {
        continue;
      }
      switch (entry) {
        case Presumed _ -> presumed = true;
        case Reserved _, Returned _, Survivors _ -> {}
        case Sum sum -> {
          switch (sum.use()) {
            case Use.Exact _ -> exact++;
            case Use.Noise noise -> releases.add(new Release(noise.mechanism(), 1));
          }
        }
      }
    }
    return new PrivacySpent(
        new Composition(releases), Reservations.of(entries).rho(), exact, presumed);
  }

  /// Returns when a sum without noise over data was first opened. Entries that are presumed may
  /// hide others.
  ///
  /// @param entries of the participants in question
  /// @return milliseconds since 1970; empty if there was no such sum
  public static OptionalLong firstWithoutNoise(List<LedgerEntry> entries) {
    return entries.stream()
        .filter(entry -> entry instanceof Sum sum && sum.use() instanceof Use.Exact)
        .mapToLong(LedgerEntry::at)
        .min();
  }

  /// ε at δ of the noisy sums and of open reservations. What is presumed comes on top of that.
  public double epsilon(double delta) {
    return epsilon(all(), delta);
  }

  /// The noisy sums, and open reservations as one release.
  Composition all() {
    return noise.plus(ofRho(reserved));
  }

  static Composition ofRho(double rho) {
    return rho > 0 ? Composition.of(new ZeroConcentrated(rho), 1) : new Composition(List.of());
  }

  static double epsilon(Composition composition, double delta) {
    return composition.epsilon(delta, Conversion.CKS).epsilon();
  }
}
