package io.privirec.serving.release;

import io.privirec.wire.ClaimView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;

/// The words beside a release's kind, as coordinator, recommender and client show them.
public final class ClaimText {
  /// The text of a release without noise.
  public static final String NO_NOISE = "sums without noise, no ε";

  private ClaimText() {}

  /// The text of a claim that no longer holds. Ledgers enter a sum before it is masked, also if no
  /// holder takes part later. So the text states that the sums were asked for.
  ///
  /// @param since when the first sum without noise was entered
  public static String sumsWithoutNoise(Instant since) {
    return noEpsilon(
        "sums without noise asked for on " + since.atZone(ZoneOffset.UTC).toLocalDate());
  }

  /// The text of a claim of which nothing is known.
  ///
  /// @param why half a sentence
  public static String noEpsilon(String why) {
    return "noise, no ε: " + why;
  }

  /// The text of a claim that holds.
  ///
  /// @param claim of the release's own sums
  /// @param lifetime ε of all noisy sums since the ledger began
  /// @param ofPeriod ε of the noisy sums of the period
  /// @param period how long a sum counts in it
  public static String holds(ClaimView claim, double lifetime, double ofPeriod, Duration period) {
    return String.format(
        Locale.ROOT,
        "ε %.4g at δ %.3g for the sums of this release (%.4g and %.4g for a person at two and three"
            + " holders of the cohort), ε %.4g for all noisy sums since the ledger began, ε %.4g"
            + " for those of the last %s",
        claim.epsilon(),
        claim.delta(),
        claim.epsilonTwoHolders(),
        claim.epsilonThreeHolders(),
        lifetime,
        ofPeriod,
        inWords(period));
  }

  /// A length of time, in days if it is a number of days.
  public static String inWords(Duration period) {
    return period.equals(Duration.ofDays(period.toDays()))
        ? period.toDays() + " days"
        : period.toSeconds() + " s";
  }
}
