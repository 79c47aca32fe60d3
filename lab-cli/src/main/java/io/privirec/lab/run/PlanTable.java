package io.privirec.lab.run;

import io.privirec.serving.release.ClaimText;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.StagingView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints the costs of a planned session.
public final class PlanTable {
  /// Without repeated attempts, the reserved ε differs from the ε of the sums by rounding alone.
  private static final double ROUNDING = 1.001;

  private PlanTable() {}

  /// A line about all of it, and one for each round.
  public static List<String> of(SessionPlan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "plan      %d participants, each uploads %s; coordinator: up to %s of disk, %s of heap"
            .formatted(
                plan.participants(),
                new ByteSize(plan.bytesUpPerParticipant()),
                new ByteSize(plan.coordinatorDiskBytes()),
                new ByteSize(plan.coordinatorHeapBytes())));
    for (SessionPlan.RoundPlan round : plan.rounds()) {
      lines.add(
          "          %-18s %,15d elements of %d bits in %,5d chunks; staging: %s"
              .formatted(
                  round.name(),
                  round.elements(),
                  round.ringBits(),
                  round.chunks(),
                  kind(round.staging())));
    }
    SessionPlan.PrivacyPlan privacy = plan.privacy();
    if (privacy != null) {
      lines.add(
          String.format(
              Locale.ROOT,
              "privacy   epsilon %s at delta %s for each %s; %.4g and %.4g for a person at two and"
                  + " three holders",
              privacy.epsilon(),
              privacy.delta(),
              privacy.unit(),
              privacy.epsilonTwoHolders(),
              privacy.epsilonThreeHolders()));
      lines.add(
          String.format(
              Locale.ROOT,
              "          epsilon after this session, of the poorest participant: %.4g since its"
                  + " ledger began, %.4g within %s",
              privacy.epsilonLifetime(),
              privacy.epsilonPeriod(),
              ClaimText.inWords(privacy.period())));
      if (privacy.epsilonReserved() > ROUNDING * privacy.epsilon()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "          reserved is epsilon %.4g, with all attempts that the policy allows",
                privacy.epsilonReserved()));
      }
      for (SessionPlan.NoisySum sum : privacy.sums()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "          %-18s noise of standard deviation %.1f, %.1f from each participant; %.0f %%"
                    + " more than if nobody colluded or dropped out",
                sum.round(),
                sum.totalStandardDeviation(),
                sum.localStandardDeviation(),
                100 * (privacy.inflation() - 1)));
      }
    }
    plan.warnings().forEach(warning -> lines.add("warning   " + warning));
    return lines;
  }

  /// How a round is kept.
  public static String kind(StagingView staging) {
    Integer window = staging.windowChunks();
    return window == null ? staging.mode() : "%s, %d chunks".formatted(staging.mode(), window);
  }
}
