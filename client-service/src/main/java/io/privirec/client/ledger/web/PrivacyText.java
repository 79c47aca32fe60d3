package io.privirec.client.ledger.web;

import io.privirec.client.ledger.LedgerStanding;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipantPrivacy.Limits;
import io.privirec.wire.ParticipantPrivacy.Opened;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
            limits.sum().epsilon(),
            limits.all().epsilon(),
            limits.delta(),
            Duration.ofMillis(limits.periodMillis())),
        spent(standing),
        standing.spent().exactSums(),
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
        ? limits.all().epsilon()
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
        "A person with data at two participants is two units: what both together show is in neither"
            + " ledger.");
    sentences.add(
        spent.isPresumed()
            ? "All of epsilon %s at delta %s counts as spent in the last %s, after a restore."
                .formatted(limits.all().epsilon(), limits.delta(), period)
            : "Sums with noise of the last %s: epsilon %s of %s at delta %s. A sum may have %s."
                .formatted(
                    period,
                    rounded(spent.epsilon(limits.delta())),
                    limits.all().epsilon(),
                    limits.delta(),
                    limits.sum().epsilon()));
    sentences.add(
        "Exact sums of the same time: %d, outside of epsilon.".formatted(spent.exactSums()));
    return sentences;
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
      case Sum sum ->
          switch (sum.use()) {
            case Use.Exact() -> exact(sum, at);
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
        named(sum) + ": exact, outside of every epsilon");
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
    return "%s of session %s, round %d, attempt %d"
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
