package io.privirec.lab.attack.sessions;

import com.fasterxml.jackson.annotation.JsonValue;

/// A claim that a measurement contradicts.
///
/// @param kind what is wrong
/// @param attacker who notices it
/// @param detail numbers in words, without data of users
record Finding(Kind kind, String attacker, String detail) {
  /// Kinds of findings, with stable names.
  enum Kind {
    /// The noise of honest participants has less variance than the claim counts.
    HONEST_VARIANCE("honest-variance-below-claim"),
    /// The sum is not the users' integers with centred noise of the claimed variance.
    SUM("sum-not-as-claimed"),
    /// The measured noise gives a larger ρ than the claimed ε and δ allow.
    RHO("rho-above-claim"),
    /// A user's integers exceed the sensitivity of the claim before masks are added.
    NORM("user-above-sensitivity"),
    /// Some numbers of a sum have less noise than the others.
    PART("part-without-noise"),
    /// The presence of a user shifts the likelihood ratio otherwise than the claim says.
    CANARY("canary-not-as-claimed"),
    /// Two sums, or two parts of a sum, have noise in common.
    REPEATED("noise-repeated"),
    /// Items of users are recovered better than the claim allows.
    ITEMS("items-above-claim"),
    /// Pairs of items of users are recovered better than the claim allows.
    PAIRS("pairs-above-claim"),
    /// Whole histories are read.
    WHOLE("whole-histories-read");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    @JsonValue
    @Override
    public String toString() {
      return code;
    }
  }

  String line() {
    return "FINDING   %s (%s): %s".formatted(kind, attacker, detail);
  }
}
