package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.ArrayList;
import java.util.List;

/// What entries took together.
///
/// @param noise all releases with noise
/// @param exactSums how many sums had none; they are outside of ε
/// @param isPresumed whether all that the limits allow counts as spent
public record PrivacySpent(Composition noise, long exactSums, boolean isPresumed) {

  /// What entries took that are younger than some time.
  ///
  /// @param entries whatever their order
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
        case Sum sum -> {
          switch (sum.use()) {
            case Use.Exact() -> exact++;
            case Use.Noise noise -> releases.add(new Release(noise.mechanism(), 1));
          }
        }
      }
    }
    return new PrivacySpent(new Composition(releases), exact, presumed);
  }

  /// ε at δ of the noisy sums. What is presumed comes on top of that.
  public double epsilon(double delta) {
    return noise.epsilon(delta, Conversion.CKS).epsilon();
  }
}
