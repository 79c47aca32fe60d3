package io.privirec.lab.run;

import io.privirec.lab.evaluation.GramComparison;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.RatingErrors;
import io.privirec.stage.deployment.Cells;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A summary for people.
final class SummaryTable {
  private static final double MEBI = 1 << 20;
  private static final String SERVICE = "service: asked over HTTP";
  private static final String CENTRAL = "central: same model, no secure sum";
  private static final String LISTS =
      "%-44s %10s %10s %8s".formatted("quality", "ndcg@20", "recall@20", "users");
  private static final String CENTRAL_WITHOUT_NOISE = "central: same model, no noise";

  private SummaryTable() {}

  static List<String> of(Summary summary) {
    List<String> lines = new ArrayList<>();
    Summary.SessionSummary session = summary.session();
    lines.add("");
    String central = summary.privacy() == null ? CENTRAL : CENTRAL_WITHOUT_NOISE;
    lines.addAll(
        switch (summary.quality()) {
          case Summary.ListQuality lists -> of(lists, central, summary.privateResult());
          case Summary.RatingQuality ratings -> of(ratings, central);
        });
    if (summary.spread() != null) {
      lines.addAll(of(summary.spread()));
    }
    lines.add("");
    if (summary.used() != null) {
      lines.addAll(of(summary.used(), summary.dataset()));
    }
    lines.add(
        "session        %.1f s, %d rounds, %d participants in %s, %s"
            .formatted(
                session.seconds(),
                session.rounds(),
                session.participants(),
                Cells.words(session.cells()),
                session.threatModel()));
    if (!session.cellsLeftOut().isEmpty()) {
      lines.add("left out       " + Cells.words(session.cellsLeftOut()));
    }
    session
        .missing()
        .forEach(missing ->
            lines.add(
                "missing        %s, in round %d, phase %s"
                    .formatted(missing.participant(), missing.roundIndex() + 1, missing.phase())));
    lines.add(
        "per participant %.1f MiB up, %.1f MiB down"
            .formatted(
                summary.bytes().upPerParticipant() / MEBI,
                summary.bytes().downPerParticipant() / MEBI));
    Summary.Disk disk = summary.disk();
    if (disk != null) {
      lines.add(
          "disk           coordinator %s, planned %s"
              .formatted(new ByteSize(disk.peakBytes()), new ByteSize(disk.plannedBytes())));
    }
    Summary.PrivacySummary privacy = summary.privacy();
    if (privacy != null) {
      lines.addAll(of(privacy));
    }
    GramComparison gram = summary.gram();
    if (gram != null) {
      lines.add(
          "item Gram      %,d entries, at most %.2e from the central ones; %,d beyond %.2e of fixed point and their float32"
              .formatted(gram.entries(), gram.largestDifference(), gram.beyond(), gram.bound()));
    }
    Summary.Processes processes = summary.processes();
    if (processes != null) {
      lines.add(
          "memory         coordinator %s, client %s, recommender %s (anonymous, peak)"
              .formatted(
                  memory(processes.coordinator()),
                  memory(processes.client()),
                  memory(processes.recommender())));
    }
    StringBuilder stages = new StringBuilder("seconds       ");
    summary
        .stages()
        .forEach((name, seconds) -> stages.append(" %s %.1f,".formatted(name, seconds)));
    stages.setLength(stages.length() - 1);
    lines.add(stages.toString());
    return lines;
  }

  private static List<String> of(Summary.PrivacySummary privacy) {
    List<String> lines = new ArrayList<>();
    lines.add("privacy        epsilon of each user at delta %s, by".formatted(privacy.delta()));
    lines.add(
        "  plan                 "
            + privacy.plan()
            + (privacy.unopened() == 0
                ? ""
                : ", with %d sums that were not opened".formatted(privacy.unopened())));
    lines.add("  release              " + privacy.release());
    lines.add("  coordinator's ledger " + privacy.coordinatorLedger());
    privacy.holderLedgers().values().stream()
        .distinct()
        .forEach(epsilon ->
            lines.add(
                "  holders' ledgers     %s (%d of them)"
                    .formatted(
                        epsilon,
                        Collections.frequency(privacy.holderLedgers().values(), epsilon))));
    lines.add("  composed here        " + privacy.account());
    lines.add(
        "  ./privirec privacy account --delta %s %s"
            .formatted(privacy.delta(), String.join(" ", privacy.mechanisms())));
    return lines;
  }

  /// The result of a session with noise, as soon as it is there.
  static List<String> of(Summary.PrivateResult first) {
    return List.of("", LISTS, row(name(first), first.quality()), "");
  }

  private static String name(Summary.PrivateResult first) {
    return String.format(
        Locale.ROOT, "private: %s, epsilon %.3g", first.algorithm(), first.epsilon());
  }

  private static List<String> of(
      Summary.ListQuality quality, String central, Summary.@Nullable PrivateResult first) {
    List<String> lines = new ArrayList<>();
    lines.add(LISTS);
    if (first != null) {
      lines.add(row(name(first), first.quality()));
    }
    lines.add(row(SERVICE, quality.service()));
    lines.add(row(central, quality.central()));
    Quality folded = quality.centralFolded();
    if (folded != null) {
      lines.add(row("central, folded like the release", folded));
    }
    lines.add(row("popularity", quality.popularity()));
    Quality exact = quality.exactGfCf();
    if (exact != null) {
      lines.add(row("exact GF-CF: all data, no noise", exact));
    }
    return lines;
  }

  private static List<String> of(Summary.Spread spread) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%-44s %10s %10s"
            .formatted(
                "service, %d sessions".formatted(spread.seeds().size()), "mean", "deviation"));
    spread
        .metrics()
        .forEach((name, metric) ->
            lines.add(
                "  %-42s %10.4f %10.4f"
                    .formatted(name, metric.mean(), metric.standardDeviation())));
    lines.add(
        "  seeds %s: same data, split and holders; other start and noise"
            .formatted(joined(spread.seeds())));
    if (spread.popular() > 0) {
      lines.add("  %d of these sessions published popular items alone".formatted(spread.popular()));
    }
    return lines;
  }

  private static String joined(List<Long> seeds) {
    return seeds.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static List<String> of(UsedData used, Summary.DatasetSummary dataset) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "data used      %,d of %,d items, %,d of %,d train interactions"
            .formatted(
                used.items(), dataset.items(), used.interactions(), used.trainInteractions()));
    for (UsedData.Removed part : used.removed()) {
      lines.add(
          "  removed      %,d items with %,d interactions by %s=%s%s"
              .formatted(
                  part.items(),
                  part.interactions(),
                  part.setting(),
                  part.value(),
                  part.onlyIn() == null ? "" : ", only in the sum " + part.onlyIn()));
    }
    return lines;
  }

  private static List<String> of(Summary.RatingQuality quality, String central) {
    return List.of(
        "%-44s %10s %10s".formatted("quality", "rmse", "ratings"),
        row(SERVICE, quality.service()),
        row(central, quality.central()),
        row("mean rating of each user", quality.userMeans()));
  }

  private static String row(String name, RatingErrors errors) {
    return "  %-42s %10.4f %,10d".formatted(name, errors.rmse(), errors.ratings());
  }

  private static String row(String name, Quality quality) {
    return "  %-42s %10.4f %10.4f %,8d"
        .formatted(name, quality.ndcg(), quality.recall(), quality.users());
  }

  private static String memory(Summary.Memory memory) {
    Long peak = memory.peakRssBytes();
    return peak == null ? "unknown" : "%d MiB".formatted(Math.round(peak / MEBI));
  }
}
