package io.privirec.client.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.EquationTotals;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.wire.OpenedEquations;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Limits;
import io.privirec.wire.ParticipantPrivacy.Opened;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A ledger for people.
final class PrivacyText {
  private PrivacyText() {}

  static ParticipantPrivacy of(LedgerStanding standing) {
    PrivacyLimits limits = standing.limits();
    return new ParticipantPrivacy(
        standing.locked().orElse(null),
        new Limits(
            limits.sum().map(PrivacyTarget::epsilon).orElse(null),
            limits.session().epsilon(),
            limits.period().epsilon(),
            limits.lifetime().epsilon(),
            limits.delta(),
            Duration.ofMillis(limits.periodMillis())),
        spent(standing),
        standing.locked().isPresent() ? null : standing.epsilonLifetime(),
        standing.spent().exactSums(),
        new OpenedEquations(
            standing.equations().coordinator(),
            standing.equations().participants(),
            standing.equations().unknownSums()),
        standing.entries().stream().map(entry -> opened(entry, limits.delta())).toList(),
        sentences(standing));
  }

  private static @Nullable Double spent(LedgerStanding standing) {
    if (standing.locked().isPresent()) {
      return null;
    }
    PrivacySpent spent = standing.spent();
    PrivacyLimits limits = standing.limits();
    return spent.isPresumed()
        ? limits.period().epsilon()
        : Double.valueOf(spent.epsilon(limits.delta()));
  }

  private static List<String> sentences(LedgerStanding standing) {
    if (standing.locked().isPresent()) {
      return List.of(
          "Locked: " + standing.locked().get() + ".",
          "Nothing over data is joined until the ledger is reconciled.");
    }
    PrivacyLimits limits = standing.limits();
    PrivacySpent spent = standing.spent();
    String period = inDays(limits.periodMillis());
    List<String> sentences = new ArrayList<>();
    sentences.add("Protected: " + Unit.USER.inWords() + ".");
    sentences.add(
        "A person with data at two holders is two units: what both together show is in neither"
            + " ledger.");
    sentences.add(
        spent.isPresumed()
            ? "All of epsilon %s at delta %s counts as spent in the last %s, after a restore."
                .formatted(limits.period().epsilon(), limits.delta(), period)
            : "Sums with noise of the last %s: epsilon %s of %s at delta %s. A session may have %s."
                .formatted(
                    period,
                    rounded(spent.epsilon(limits.delta())),
                    limits.period().epsilon(),
                    limits.delta(),
                    limits.session().epsilon()));
    limits
        .sum()
        .ifPresent(sum -> sentences.add("A sum may have epsilon %s.".formatted(sum.epsilon())));
    sentences.add(
        "Sums with noise since the ledger began: epsilon %s of %s."
            .formatted(rounded(standing.epsilonLifetime()), limits.lifetime().epsilon()));
    sentences.add(
        "Sums without noise of the last %s: %s, outside of epsilon."
            .formatted(period, spent.exactSums()));
    sentences.add(equations(standing.equations()));
    return sentences;
  }

  private static String equations(EquationTotals totals) {
    return "Sums without noise since the ledger began told the coordinator %s columns%s%s."
        .formatted(
            totals.coordinator(),
            totals.participants().isEmpty()
                ? ""
                : ", and %s participants up to %s columns"
                    .formatted(
                        totals.participants().size(),
                        Collections.max(totals.participants().values())),
            totals.unknownSums() == 0
                ? ""
                : "; columns of %s older sums are unknown".formatted(totals.unknownSums()));
  }

  private static Opened opened(LedgerEntry entry, double delta) {
    Instant at = Instant.ofEpochMilli(entry.at());
    return switch (entry) {
      case Presumed presumed ->
          new Opened(
              at,
              ParticipantPrivacy.Use.PRESUMED,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              "whatever may have been opened before: " + presumed.reason());
      case Reserved reserved -> {
        double epsilon = Conversion.CKS.ofConcentrated(reserved.rho(), delta).epsilon();
        yield ofSession(
            at,
            ParticipantPrivacy.Use.RESERVED,
            reserved.session(),
            epsilon,
            "session %s reserves epsilon %s at delta %s"
                .formatted(reserved.session(), rounded(epsilon), delta));
      }
      case Returned returned ->
          ofSession(
              at,
              ParticipantPrivacy.Use.RETURNED,
              returned.session(),
              null,
              "session %s returns what it has not used".formatted(returned.session()));
      case Survivors survivors ->
          ofSession(
              at,
              switch (survivors.step()) {
                case SIGNED -> ParticipantPrivacy.Use.SURVIVORS;
                case ANSWERED -> ParticipantPrivacy.Use.ANSWERED;
              },
              survivors.session(),
              null,
              switch (survivors.step()) {
                case SIGNED ->
                    "a sum of session %s was opened, or may have been, over one set of survivors"
                        .formatted(survivors.session());
                case ANSWERED ->
                    "the participant helped to open a sum of session %s, or may have helped"
                        .formatted(survivors.session());
              });
      case Sum sum ->
          switch (sum.use()) {
            case Use.Exact _ -> exact(sum, at);
            case Use.Noise noise -> noisy(sum, noise, at, delta);
          };
    };
  }

  private static Opened exact(Sum sum, Instant at) {
    return new Opened(
        at,
        ParticipantPrivacy.Use.EXACT,
        sum.session(),
        sum.index(),
        sum.attempt(),
        sum.name(),
        null,
        null,
        null,
        null,
        named(sum) + ": without noise, outside of every epsilon");
  }

  private static Opened ofSession(
      Instant at,
      ParticipantPrivacy.Use use,
      String session,
      @Nullable Double epsilon,
      String inWords) {
    return new Opened(at, use, session, null, null, null, null, epsilon, null, null, inWords);
  }

  private static Opened noisy(Sum sum, Use.Noise noise, Instant at, double delta) {
    double epsilon = Composition.of(noise.mechanism(), 1).epsilon(delta, Conversion.CKS).epsilon();
    return new Opened(
        at,
        ParticipantPrivacy.Use.NOISE,
        sum.session(),
        sum.index(),
        sum.attempt(),
        sum.name(),
        ReleaseText.write(noise.mechanism(), noise.adjacency()),
        epsilon,
        Label.of(noise.unit()),
        Label.of(noise.adjacency()),
        "%s: epsilon %s at delta %s, by %s"
            .formatted(named(sum), rounded(epsilon), delta, noise.mechanism().inWords()));
  }

  private static String named(Sum sum) {
    return "%s of session %s, round %s, attempt %s"
        .formatted(sum.name(), sum.session(), sum.index(), sum.attempt());
  }

  private static String rounded(double epsilon) {
    return String.format(Locale.ROOT, "%.3g", epsilon);
  }

  private static String inDays(long millis) {
    Duration period = Duration.ofMillis(millis);
    return period.equals(Duration.ofDays(period.toDays()))
        ? period.toDays() + " days"
        : period.toString();
  }
}
