package io.privirec.acceptance.campaign;

import io.privirec.acceptance.campaign.CampaignReport.Check;
import io.privirec.acceptance.campaign.CampaignReport.KillLine;
import io.privirec.acceptance.campaign.CampaignReport.Sessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A report for people.
final class ReportTable {
  private static final String NOTHING = "(between)";
  private static final String ALL = "all";

  private ReportTable() {}

  static List<String> of(CampaignReport report) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(kills(report.kills()));
    lines.add("");
    lines.add(
        "aimed          %d of %d kills, %d found what they were aimed at"
            .formatted(report.aimed().kills(), report.kills().size(), report.aimed().hit()));
    report
        .recoveryByTarget()
        .forEach((target, recovery) ->
            lines.add(
                "recovery       %-10s %4d kills, median %5.1f s, longest %5.1f s"
                    .formatted(target, recovery.kills(), recovery.median(), recovery.longest())));
    lines.addAll(sessions(report.sessions()));
    lines.add("");
    for (Check check : report.checks()) {
      lines.add("%s  %s".formatted(check.passed() ? "PASS" : "FAIL", check.words()));
      check.broken().forEach(how -> lines.add("      " + how));
    }
    lines.add("");
    lines.add(
        "%s: %d of %d kills in %.0f s, seed %d"
            .formatted(
                report.passed() ? "PASSED" : "FAILED",
                report.kills().size(),
                report.planned(),
                report.seconds(),
                report.seed()));
    return lines;
  }

  /// Targets by moments. A kill with two sessions under way counts under both moments, and once in
  /// the last column.
  private static List<String> kills(List<KillLine> kills) {
    List<String> moments =
        new ArrayList<>(
            Arrays.stream(Moment.values())
                .map(Moment::toString)
                .filter(moment -> kills.stream().anyMatch(kill -> kill.moments().contains(moment)))
                .toList());
    moments.add(NOTHING);
    List<String> lines = new ArrayList<>();
    lines.add(row("killed in", moments, ALL));
    List<String> rows =
        kills.stream().map(ReportTable::kind).distinct().sorted().collect(Collectors.toList());
    rows.add(ALL);
    for (String kind : rows) {
      List<KillLine> some =
          kills.stream().filter(kill -> kind.equals(ALL) || kind(kill).equals(kind)).toList();
      lines.add(
          row(
              kind,
              moments.stream().map(moment -> count(some, moment)).toList(),
              String.valueOf(some.size())));
    }
    return lines;
  }

  private static String kind(KillLine kill) {
    return kill.service().replaceAll("-\\d+$", "") + " " + kill.target();
  }

  private static String count(List<KillLine> kills, String moment) {
    long count =
        kills.stream()
            .filter(kill ->
                moment.equals(NOTHING) ? kill.moments().isEmpty() : kill.moments().contains(moment))
            .count();
    return count == 0 ? "·" : String.valueOf(count);
  }

  private static String row(String name, List<String> cells, String last) {
    return "%-22s".formatted(name)
        + cells.stream().map(cell -> ("%" + 15 + "s").formatted(cell)).collect(Collectors.joining())
        + "%6s".formatted(last);
  }

  private static List<String> sessions(Sessions sessions) {
    return List.of(
        "sessions       %d started, %d published (%d after retries, %d without a cell), %d rehearsed%s"
            .formatted(
                sessions.started(),
                sessions.published(),
                sessions.retried(),
                sessions.incomplete(),
                sessions.rehearsed(),
                reasons("; failed: ", sessions.failed())),
        "rounds         %d sums opened (%d without somebody), %d attempts (%d windowed)%s"
            .formatted(
                sessions.sums(),
                sessions.ofFewer(),
                sessions.attempts(),
                sessions.windowed(),
                reasons("; failed attempts: ", sessions.failedAttempts())));
  }

  private static String reasons(String title, Map<String, Integer> counts) {
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining(", ", title, ""));
  }
}
