package io.privirec.acceptance.campaign;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.acceptance.campaign.Attendant.Kill;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.RoundView;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a campaign did and found, as `--json` writes it. Names are an interface: scripts read them.
///
/// @param seconds from the first kill to the last check
/// @param aimed kills that were aimed at a moment, and how many of them found it
public record CampaignReport(
    boolean passed,
    long seed,
    int planned,
    double seconds,
    Aimed aimed,
    List<KillLine> kills,
    Sessions sessions,
    Map<String, Recovery> recoveryByTarget,
    List<Check> checks) {
  public CampaignReport {
    kills = List.copyOf(kills);
    recoveryByTarget = Collections.unmodifiableMap(new LinkedHashMap<>(recoveryByTarget));
    checks = List.copyOf(checks);
  }

  /// Kills aimed at a moment.
  ///
  /// @param hit kills that were made while it was seen to last
  public record Aimed(int kills, int hit) {}

  /// One kill.
  ///
  /// @param moments what sessions were seen doing last, or `start-up` of the service
  /// @param aim absent where it was not aimed
  /// @param recoverySeconds until the service was ready again
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record KillLine(
      int number,
      String target,
      String service,
      List<String> moments,
      @Nullable String aim,
      boolean hit,
      @Nullable Double recoverySeconds) {
    public KillLine {
      moments = List.copyOf(moments);
    }

    static KillLine of(Kill kill) {
      Duration recovery = kill.recovery();
      return new KillLine(
          kill.plan().number(),
          kill.target().toString(),
          kill.service(),
          kill.moments().stream().map(Moment::toString).toList(),
          kill.plan().aim().map(Moment::toString).orElse(null),
          kill.hit(),
          recovery == null ? null : seconds(recovery));
    }
  }

  /// Sessions and their rounds.
  ///
  /// @param rehearsed rehearsals that completed, their sums checked element by element
  /// @param retried published sessions with a round that needed another attempt
  /// @param incomplete published sessions that went on without a cell
  /// @param failed by reason
  /// @param sums secure sums that were opened
  /// @param ofFewer those of them that lack somebody of the cohort
  /// @param windowed attempts whose contributions were summed while they came in
  /// @param failedAttempts by phase and reason
  public record Sessions(
      int started,
      int published,
      int rehearsed,
      int retried,
      int incomplete,
      Map<String, Integer> failed,
      int sums,
      int ofFewer,
      int attempts,
      int windowed,
      Map<String, Integer> failedAttempts) {
    public Sessions {
      failed = Collections.unmodifiableMap(new TreeMap<>(failed));
      failedAttempts = Collections.unmodifiableMap(new TreeMap<>(failedAttempts));
    }

    static Sessions of(List<SessionView> all) {
      List<SessionView> published =
          all.stream().filter(s -> s.status() == SessionView.Status.PUBLISHED).toList();
      List<RoundView> attempts = all.stream().flatMap(s -> s.rounds().stream()).toList();
      return new Sessions(
          all.size(),
          published.size(),
          (int) all.stream().filter(s -> s.status() == SessionView.Status.COMPLETED).count(),
          (int)
              published.stream()
                  .filter(s -> s.rounds().stream().anyMatch(round -> round.attempt() > 1))
                  .count(),
          (int) published.stream().filter(s -> !s.cellsLeftOut().isEmpty()).count(),
          count(
              all.stream()
                  .filter(s -> s.status() != SessionView.Status.PUBLISHED)
                  .filter(s -> s.status() != SessionView.Status.COMPLETED)
                  .toList(),
              s -> s.failure() == null ? s.status().name() : s.failure().code()),
          (int) attempts.stream().filter(round -> round.phase().equals("DONE")).count(),
          (int) all.stream().mapToLong(Sessions::ofFewer).sum(),
          attempts.size(),
          (int) attempts.stream().filter(SessionAudit::isWindowed).count(),
          count(
              attempts.stream().filter(round -> round.failure() != null).toList(),
              round -> Objects.requireNonNull(round.failure()).code()));
    }

    private static long ofFewer(SessionView session) {
      return session.rounds().stream()
          .filter(round -> round.phase().equals("DONE"))
          .filter(round -> round.survivors().size() < session.cohort().size())
          .count();
    }

    private static <T> Map<String, Integer> count(List<T> all, Function<T, String> by) {
      return all.stream().collect(Collectors.toMap(by, _ -> 1, Integer::sum));
    }
  }

  /// Seconds from kills to readiness.
  public record Recovery(int kills, double median, double longest) {
    static Recovery of(List<Double> seconds) {
      double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return new Recovery(sorted.length, sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }
  }

  /// One invariant.
  ///
  /// @param broken how it was broken, each time; empty when it held
  public record Check(String name, String words, boolean passed, List<String> broken) {
    public Check {
      broken = List.copyOf(broken);
    }
  }

  static CampaignReport of(
      CampaignSettings settings,
      List<Kill> made,
      List<SessionView> sessions,
      Findings findings,
      Duration took) {
    List<KillLine> kills = made.stream().map(KillLine::of).toList();
    Map<String, Recovery> recovery = new LinkedHashMap<>();
    for (Target target : Target.values()) {
      List<Double> seconds =
          kills.stream()
              .filter(kill -> kill.target().equals(target.toString()))
              .map(KillLine::recoverySeconds)
              .filter(Objects::nonNull)
              .toList();
      if (!seconds.isEmpty()) {
        recovery.put(target.toString(), Recovery.of(seconds));
      }
    }
    return new CampaignReport(
        findings.none(),
        settings.seed,
        settings.kills,
        seconds(took),
        new Aimed(
            (int) kills.stream().filter(kill -> kill.aim() != null).count(),
            (int) kills.stream().filter(KillLine::hit).count()),
        kills,
        Sessions.of(sessions),
        recovery,
        Arrays.stream(Invariant.values())
            .map(invariant -> {
              List<String> broken = findings.of(invariant);
              return new Check(invariant.name(), invariant.words(), broken.isEmpty(), broken);
            })
            .toList());
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
