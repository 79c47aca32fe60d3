package io.privirec.client.consent;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.ItemPairs;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RoundStanding;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.federation.PrivacyTerms;
import io.privirec.privacy.Conversion;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ParticipationView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says in words what would leave the house in a session, and what did.
final class DisclosureText {
  private static final int DIGITS = 8;
  private static final double ROUNDING = 1 + 1e-9;

  private static final List<String> WITHOUT_NOISE =
      List.of(
          "Sums without noise are a choice of the holder. From enough of them the coordinator, and in"
              + " part each reader of a release, can compute whole histories of users. Minimum support,"
              + " ranks and cells do not prevent that.",
          "The equations of all sums without noise add up for life, over all sessions, algorithms and"
              + " snapshots. Approval cannot be taken back.");

  private DisclosureText() {}

  /// For whoever is asked whether the participant takes part.
  ///
  /// @param data what a consent would take now
  /// @param joinsAlone whether an approval covers that the participant joins alone
  /// @param exposure that was measured last; empty: the holder has not measured it
  static List<String> before(
      SessionId session,
      SessionTerms terms,
      ParticipantId participant,
      Optional<ParticipationView.Cohort> cohort,
      SnapshotChoice data,
      boolean joinsAlone,
      Optional<Exposures.Measurement.Measured> exposure) {
    List<String> words = new ArrayList<>();
    switch (terms.disclosure()) {
      case Disclosure.Nothing _ ->
          words.add(
              "Sums of made-up numbers over %s: nothing of anybody's data."
                  .formatted(over(terms.cohort())));
      case Disclosure.ExactSums exact -> {
        words.add(
            "The coordinator opens sums without noise over %s%s, or nothing.%s"
                .formatted(over(terms.cohort()), size(cohort), shrunk(terms.cohort())));
        words.addAll(WITHOUT_NOISE);
        words.add(
            exposure
                .map(DisclosureText::ofExposure)
                .orElseGet(() -> unmeasured(session, participant)));
        cohort.ifPresent(asked -> words.add(ofAtoms(asked)));
        if (exact.minSupport() > 1) {
          words.add(ofSupport(exact.minSupport()));
        }
      }
      case Disclosure.NoisySums(PrivacyTerms promised) ->
          words.addAll(ofNoise(terms, promised, size(cohort)));
    }
    if (joinsAlone) {
      words.add(Newcomers.SENTENCE);
      words.add("An approval of this session approves that for all later sessions with noise.");
    }
    words.addAll(terms.noticesFor(participant));
    if (terms.readsData()) {
      words.add("The session is over data as of %s. %s".formatted(terms.dataAsOf(), of(data)));
    }
    terms.itemPairs().ifPresent(pairs -> words.addAll(ofPairs(terms.disclosure(), pairs)));
    return words;
  }

  private static String ofExposure(Exposures.Measurement.Measured measured) {
    return "Measured on your data at %s: %s".formatted(measured.at(), measured.text());
  }

  private static String unmeasured(SessionId session, ParticipantId participant) {
    return ("How many of your users these sums tell is not measured yet. GET"
            + " /v1/participants/%s/sessions/%s/exposure measures it on your data. The result stays"
            + " in this service.")
        .formatted(participant, session);
  }

  private static String of(SnapshotChoice data) {
    return switch (data) {
      case SnapshotChoice.Frozen(Snapshot frozen) ->
          String.format(
              Locale.ROOT,
              "The snapshot of that name was frozen at %s, %s…, of %,d users: what came since is not in it.",
              frozen.frozenAt(),
              frozen.sha256().hex().substring(0, DIGITS),
              frozen.users());
      case SnapshotChoice.Fresh() ->
          "There is no snapshot of that name: the data is frozen at consent, and used for every"
              + " session that states the same time.";
      case SnapshotChoice.Later(Instant from) ->
          ("There is no snapshot of that name, and the last one is younger than"
                  + " privirec.client.min-interval: the data can be frozen from %s on.")
              .formatted(from);
      case SnapshotChoice.None(Refusal reason, String detail) ->
          "It cannot be consented to (%s): %s.".formatted(reason.code(), detail);
    };
  }

  private static String over(CohortTerms cohort) {
    return switch (cohort) {
      case CohortTerms.Closed closed -> "everybody in the cells " + numbers(closed);
      case CohortTerms.Tolerant _ -> "whoever stays to the end";
    };
  }

  private static String size(Optional<ParticipationView.Cohort> cohort) {
    return cohort
        .map(over -> String.format(Locale.ROOT, ", %,d participants", over.participants()))
        .orElse("");
  }

  private static String shrunk(CohortTerms cohort) {
    return cohort instanceof CohortTerms.Closed closed
            && closed.onMissing() == OnMissing.LEAVE_OUT_CELLS
        ? String.format(
            Locale.ROOT,
            " Until the first sum, whole cells may be left out, down to %,d participants.",
            closed.minParticipants())
        : "";
  }

  private static final String ANY_LEFT_OUT =
      " The coordinator can leave out any single holder: comparing two such sums shows that holder's"
          + " sales figures and item pairs, but for the noise.";

  private static List<String> ofNoise(SessionTerms terms, PrivacyTerms promised, String size) {
    CohortTerms cohort = terms.cohort();
    return List.of(
        "The coordinator opens sums with noise over %s%s.%s%s"
            .formatted(
                over(cohort),
                size,
                shrunk(cohort),
                cohort instanceof CohortTerms.Tolerant ? ANY_LEFT_OUT : ""),
        String.format(
            Locale.ROOT,
            "Protected is %s, %s: together the sums have epsilon of at most %s at delta %s, as long as"
                + " no more than %,d participants tell the coordinator their noise or leave it"
                + " out.%s",
            promised.unit().inWords(),
            promised.adjacency().inWords(),
            promised.target().epsilon(),
            promised.target().delta(),
            promised.colluders(),
            repeated(terms, promised)),
        String.format(
            Locale.ROOT,
            "A person with data at two holders of the cohort has epsilon of at most %.4g, at three"
                + " holders %.4g.",
            ofPerson(promised, 2),
            ofPerson(promised, 3)),
        "It adds up with every other sum in the ledger. All of this participant's data together is"
            + " not protected: sums with noise may be opened over other participants than whole"
            + " cells, and be set against exact ones.");
  }

  /// A repeated attempt of a tolerant round, or over fewer cells, has other noise.
  private static String repeated(SessionTerms terms, PrivacyTerms promised) {
    double rho = terms.cohort().sums().rho(terms.settled());
    return rho > ROUNDING * promised.rho()
        ? String.format(
            Locale.ROOT,
            " Repeated attempts have other noise and count once more: with all that its policy"
                + " allows, the session spends epsilon of at most %.4g. The ledger reserves this.",
            Conversion.CKS.ofConcentrated(rho, promised.target().delta()).epsilon())
        : "";
  }

  /// At k holders, what a person changes has k times the norm, and costs k² times the ρ.
  private static double ofPerson(PrivacyTerms promised, int holders) {
    return Conversion.CKS
        .ofConcentrated((double) holders * holders * promised.rho(), promised.target().delta())
        .epsilon();
  }

  private static String ofSupport(int minSupport) {
    return String.format(
        Locale.ROOT,
        "The first sum tells how many users have each item. Items that fewer than %,d users of the"
            + " cohort have leave the session after it; that the others have as many is the"
            + " coordinator's word.",
        minSupport);
  }

  private static int minSupport(Disclosure disclosure) {
    return disclosure instanceof Disclosure.ExactSums exact ? exact.minSupport() : 1;
  }

  private static String numbers(CohortTerms.Closed closed) {
    return closed.cells().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String ofAtoms(ParticipationView.Cohort over) {
    return String.format(
        Locale.ROOT,
        "Whoever adds and subtracts all sums that are opened over cells of the roster tells %s"
            + " apart from the others, and no fewer of them: %,d holders. The smallest such group of"
            + " the cohort is of %,d.",
        String.join(", ", over.ownAtom().members()),
        over.ownAtom().holders(),
        over.smallestAtom().holders());
  }

  /// The figure is that of the exact matrix of the public Gowalla data (docs/threat-model.md).
  private static List<String> ofPairs(Disclosure disclosure, ItemPairs pairs) {
    return List.of(
        disclosure.openedPairs().orElseThrow().inSums(),
        "It shows pairs of items of single users. Most pairs are had by one user only: in the"
            + " public Gowalla data 78 % of them. Whoever knows that a person has one item of such"
            + " a pair learns that the person has the other.",
        String.format(
            Locale.ROOT,
            "%,d distinct pairs of items of this participant's users would enter the sum%s; %,d of"
                + " them are had by one of its users only.",
            pairs.distinct(),
            minSupport(disclosure) > 1 ? ", but for those of items that leave the session" : "",
            pairs.ofOneUser()),
        "Without an approval, nothing is frozen, and nothing leaves this service.");
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
      if (participation
          .terms()
          .filter(terms -> terms.disclosure() instanceof Disclosure.ExactSums)
          .isPresent()) {
        words.add(
            "Others can compute single interactions and whole histories from sums without noise.");
      }
      participation
          .terms()
          .flatMap(SessionTerms::itemPairs)
          .ifPresent(pairs ->
              words.add(
                  String.format(
                      Locale.ROOT,
                      "Sums after the first one, once opened, can tell %,d pairs of items of this"
                          + " participant's users; %,d of them only one of its users has.",
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
          case "ENCAPSULATED" -> "public keys, and keys of masks for single others, signed.";
          case "SHARED" -> "public keys, and encrypted shares of the masks' secrets.";
          case "MASKING" ->
              round.cells().isEmpty()
                  ? "keys and shares; parts of a masked vector, so far of no use to anybody."
                  : "keys; parts of a masked vector. Its sum counts as opened.";
          case "CONTRIBUTED" ->
              masked(round)
                  + " The coordinator can open its sum with all %s contributions of the cells %s in it, and nothing smaller."
                      .formatted(
                          round.minSurvivors(),
                          round.cells().stream()
                              .map(String::valueOf)
                              .collect(Collectors.joining(", ")));
          case "COMMITTED", "CONFIRMED" ->
              masked(round) + " Whether its sum was opened is not known here.";
          case "ANSWERED" ->
              masked(round)
                  + " The coordinator can open its sum with at least %s contributions in it, and nothing smaller."
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
