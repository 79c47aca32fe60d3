package io.privirec.client.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Says in words what would leave the house in a session, and what did.
final class Disclosure {
  private Disclosure() {}

  /// For whoever is asked whether the participant takes part; empty when nobody is.
  static List<String> before(Participation participation) {
    if (participation.status() != Participation.Status.AWAITING_APPROVAL) {
      return List.of();
    }
    return participation
        .terms()
        .flatMap(SessionTerms::itemPairs)
        .map(Disclosure::ofPairs)
        .orElse(
            List.of(
                "Masked vectors, of which the coordinator opens only sums over several"
                    + " participants."));
  }

  /// The figure is that of the exact matrix of the public Gowalla data (docs/threat-model.md).
  private static List<String> ofPairs(ItemPairs pairs) {
    return List.of(
        "The sums tell the exact item Gram matrix: for every pair of items, how much the users who"
            + " have both of them weigh together.",
        "It shows pairs of items of single users. Most pairs are had by one user only: in the"
            + " public Gowalla data 78 % of them. Whoever knows that a person has one item of such"
            + " a pair learns that the person has the other.",
        String.format(
            Locale.ROOT,
            "%,d distinct pairs of items of this participant's users would enter the sum; %,d of"
                + " them are had by one of its users only.",
            pairs.distinct(),
            pairs.ofOneUser()),
        "Nobody takes part by itself: without an approval nothing leaves this service, and what was"
            + " frozen for the session is deleted when it ends.");
  }

  static List<String> of(Participation participation, List<RoundStanding> rounds) {
    List<String> words = new ArrayList<>();
    for (RoundStanding round : rounds) {
      words.add(of(round));
    }
    if (participation.refusal().isPresent()) {
      words.add("Nothing: the session was refused (" + participation.refusal().get() + ").");
    } else if (words.isEmpty()) {
      words.add(
          participation.status() == Participation.Status.OVER
              ? "Nothing: the session ended without this participant."
              : "Nothing so far.");
    } else {
      words.add("User ids, single interactions and unmasked numbers did not leave this service.");
      participation
          .terms()
          .flatMap(SessionTerms::itemPairs)
          .ifPresent(pairs ->
              words.add(
                  String.format(
                      Locale.ROOT,
                      "Sums after the first one, once opened, tell the item Gram matrix, with %,d pairs of"
                          + " items of this participant's users; %,d of them only one of its users has.",
                      pairs.distinct(),
                      pairs.ofOneUser())));
    }
    return words;
  }

  private static String of(RoundStanding round) {
    String name =
        round.name().isEmpty()
            ? "Round " + round.key().index()
            : "Round " + round.key().index() + " (" + round.name() + ")";
    String attempt = round.key().attempt() > 1 ? ", attempt " + round.key().attempt() : "";
    return name + attempt + ": " + what(round);
  }

  private static String what(RoundStanding round) {
    String givenUp = round.abortReason().map(code -> " Given up (" + code + ").").orElse("");
    String disclosed =
        switch (round.state()) {
          case "ADVERTISED" -> "public keys of this round, signed.";
          case "REVEALED" -> "public keys of this round, signed, and a part of a public seed.";
          case "SHARED" -> "public keys, and encrypted shares of the masks' secrets.";
          case "MASKING" ->
              "keys and shares; parts of a masked vector, so far of no use to anybody.";
          case "COMMITTED", "CONFIRMED" ->
              masked(round) + " Whether its sum was opened is not known here.";
          case "ANSWERED" ->
              masked(round)
                  + " The coordinator can open its sum with at least %d contributions in it, and nothing smaller."
                      .formatted(round.minSurvivors());
          default -> "nothing that can be read.";
        };
    return disclosed + givenUp;
  }

  private static String masked(RoundStanding round) {
    return String.format(
        Locale.ROOT,
        "a masked vector of %,d numbers, random to whoever sees it alone.",
        round.elements());
  }
}
