package io.privirec.client.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Says in words what left the house in a session.
final class Disclosure {
  private Disclosure() {}

  static List<String> of(Participation participation, List<RoundStanding> rounds) {
    List<String> words = new ArrayList<>();
    for (RoundStanding round : rounds) {
      words.add(of(round));
    }
    if (participation.refusal().isPresent()) {
      words.add("Nothing: the session was refused (" + participation.refusal().get() + ").");
    } else if (words.isEmpty()) {
      words.add("Nothing so far.");
    } else {
      words.add("User ids, single interactions and unmasked numbers did not leave this service.");
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
