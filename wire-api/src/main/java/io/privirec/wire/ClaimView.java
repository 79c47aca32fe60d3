package io.privirec.wire;

import java.util.List;

/// A release's claim of privacy, with the ε that whoever answers has computed from it.
///
/// @param epsilonTwoHolders for a person with data at two holders of the cohort
/// @param epsilonThreeHolders for a person with data at three holders of the cohort
/// @param unit what is protected: `user`
/// @param inWords sentences for people
public record ClaimView(
    double epsilon,
    double epsilonTwoHolders,
    double epsilonThreeHolders,
    double delta,
    String unit,
    List<String> inWords) {
  public ClaimView {
    inWords = List.copyOf(inWords);
  }
}
