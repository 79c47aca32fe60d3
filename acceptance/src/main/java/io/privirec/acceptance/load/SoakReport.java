package io.privirec.acceptance.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToLongFunction;

/// What `acceptance soak` measured.
///
/// @param requests to the recommender
/// @param others of these, those without an answer of status 200, by what they got instead: a
///   status, or [Connections#NO_ANSWER]
/// @param p50 milliseconds from when requests were due
/// @param sessions that ended
/// @param unpublished of these, how those ended that published nothing
/// @param serverErrors answers of all services with a status of 500 to 599
/// @param services what each took
record SoakReport(
    double minutes,
    long requests,
    SortedMap<Integer, Long> others,
    double p50,
    double p99,
    double max,
    int sessions,
    List<String> unpublished,
    long serverErrors,
    List<Growth> services) {
  /// Sessions come and go between two looks, and caches fill: what must not be exceeded at the end
  /// is what was taken at the beginning, times this, plus what is allowed once.
  private static final double NOISE = 1.15;

  private static final long HEAP_ONCE = 16L << 20;
  private static final long HANDLES_ONCE = 16;
  private static final long CONNECTIONS_ONCE = 2;
  private static final long DISK_ONCE = 16L << 20;

  SoakReport {
    unpublished = List.copyOf(unpublished);
    services = List.copyOf(services);
  }

  /// What a service took, of each the least of some looks.
  ///
  /// @param first of the first third of the looks
  /// @param last of the last third
  record Growth(String service, Footprint first, Footprint last) {
    /// Of looks in their order, at least three.
    static Growth of(String service, List<Footprint> looks) {
      int third = looks.size() / 3;
      return new Growth(
          service,
          least(looks.subList(0, third)),
          least(looks.subList(looks.size() - third, looks.size())));
    }

    private static Footprint least(List<Footprint> looks) {
      return new Footprint(
          least(looks, Footprint::heap),
          least(looks, Footprint::handles),
          least(looks, Footprint::connections),
          least(looks, Footprint::disk));
    }

    private static long least(List<Footprint> looks, ToLongFunction<Footprint> what) {
      return looks.stream().mapToLong(what).min().orElseThrow();
    }

    List<String> misses() {
      List<String> misses = new ArrayList<>();
      grew(misses, "heap", Footprint::heap, HEAP_ONCE);
      grew(misses, "open files and sockets", Footprint::handles, HANDLES_ONCE);
      grew(misses, "connections to the database", Footprint::connections, CONNECTIONS_ONCE);
      grew(misses, "disk", Footprint::disk, DISK_ONCE);
      return misses;
    }

    private void grew(List<String> misses, String what, ToLongFunction<Footprint> of, long once) {
      long before = of.applyAsLong(first);
      long after = of.applyAsLong(last);
      if (after > NOISE * before + once) {
        misses.add("%s of %s grew from %,d to %,d".formatted(what, service, before, after));
      }
    }

    private String line() {
      return "%-14s %7.1f %7.1f %9d %6d %8d %5d %9.1f %7.1f"
          .formatted(
              service,
              first.heap() / 1e6,
              last.heap() / 1e6,
              first.handles(),
              last.handles(),
              first.connections(),
              last.connections(),
              first.disk() / 1e6,
              last.disk() / 1e6);
    }
  }

  private long errors() {
    return others.values().stream().mapToLong(Long::longValue).sum();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%,d requests in %.1f minutes, %d errors; p50 %.1f ms, p99 %.1f ms, most %.1f ms"
            .formatted(requests, minutes, errors(), p50, p99, max));
    lines.add(
        "%d sessions, %d published; %d answers of 500 to 599"
            .formatted(sessions, sessions - unpublished.size(), serverErrors));
    lines.add("");
    lines.add(
        "%-14s %7s %7s %9s %6s %8s %5s %9s %7s"
            .formatted("", "heap MB", "", "handles", "", "database", "", "disk MB", ""));
    lines.add(
        "%-14s %7s %7s %9s %6s %8s %5s %9s %7s"
            .formatted(
                "least, of the",
                "first",
                "last",
                "first",
                "last",
                "first",
                "last",
                "first",
                "last third"));
    services.stream()
        .sorted(Comparator.comparing(Growth::service))
        .map(Growth::line)
        .forEach(lines::add);
    return lines;
  }

  /// What is not as it has to be.
  List<String> misses() {
    List<String> misses = new ArrayList<>();
    others.forEach((status, count) ->
        misses.add(
            status == Connections.NO_ANSWER
                ? "%d requests had no answer".formatted(count)
                : "%d requests were answered with %d".formatted(count, status)));
    if (serverErrors > 0) {
      misses.add("%d answers were of 500 to 599".formatted(serverErrors));
    }
    if (sessions == 0) {
      misses.add("no session ended");
    }
    unpublished.forEach(session -> misses.add("a session was not published: " + session));
    services.forEach(service -> misses.addAll(service.misses()));
    return List.copyOf(misses);
  }
}
