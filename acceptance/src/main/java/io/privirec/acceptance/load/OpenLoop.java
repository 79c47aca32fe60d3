package io.privirec.acceptance.load;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Sends requests at a constant rate, each at its time, however long the answers to earlier ones
/// take. An answer's time counts from when its request was due: a service that stops for a second
/// is seen by all requests of that second, not by one.
///
/// @param answeredWithin after the last request; what has no answer then is an error
record OpenLoop(Connections connections, double perSecond, Duration answeredWithin) {
  private static final long MOST_MICROS = 60_000_000;
  private static final int DIGITS = 3;

  /// More than that without an answer, and further requests fail at once.
  private static final int MOST_IN_FLIGHT = 10_000;

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  /// @param micros from the time that a request was due to the end of its answer, of all answers
  ///   but those of status 503
  /// @param refused the same times of answers of status 503
  /// @param others requests without an answer of status 200, by what they got instead: a status, or
  ///   [Connections#NO_ANSWER]
  record Outcome(
      Histogram micros, Histogram refused, long requests, SortedMap<Integer, Long> others) {
    long errors() {
      return others.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /// @param begun when what counts began, as [System#nanoTime] has it
  /// @param outcomes of each kind
  /// @param stalls of all kinds together
  record Measured(long begun, List<Outcome> outcomes, Stalls stalls) {}

  /// @param requests see [#request]; after the last one comes the first again
  Outcome run(List<byte[]> requests, Duration length) throws InterruptedException {
    return runInTurn(List.of(requests), Duration.ZERO, length).outcomes().getFirst();
  }

  /// Sends one request of each kind in turn, all kinds together at the rate: what stops the
  /// service, its caller or the machine stops all kinds alike.
  ///
  /// @param kinds each with requests as for [#run]
  /// @param warmUp what is sent first and does not count. There is no break after it, in which the
  ///   service, or the compiled loop of the sender, would cool down
  Measured runInTurn(List<List<byte[]>> kinds, Duration warmUp, Duration length)
      throws InterruptedException {
    Watch first = new Watch(kinds.size());
    Watch second = new Watch(kinds.size());
    Semaphore inFlight = new Semaphore(MOST_IN_FLIGHT);
    long warm = count(warmUp);
    long count = warm + count(length);
    long begun = System.nanoTime();
    for (long n = 0; n < count; n++) {
      long due = begun + Math.round(1e9 * n / perSecond);
      awaitNanoTime(due);
      int kind = (int) (n % kinds.size());
      Watch watch = n < warm ? first : second;
      watch.stalls.sent(due, System.nanoTime());
      Tally tally = watch.tallies.get(kind);
      tally.requests++;
      if (!inFlight.tryAcquire()) {
        tally.others.merge(Connections.NO_ANSWER, 1L, Long::sum);
        continue;
      }
      tally.unanswered.incrementAndGet();
      List<byte[]> requests = kinds.get(kind);
      connections.send(
          requests.get((int) (n / kinds.size() % requests.size())),
          status -> {
            watch.answered(tally, status, due);
            inFlight.release();
          });
    }
    if (!inFlight.tryAcquire(MOST_IN_FLIGHT, answeredWithin.toNanos(), TimeUnit.NANOSECONDS)) {
      second.tallies.forEach(
          tally -> tally.others.merge(Connections.NO_ANSWER, tally.unanswered.get(), Long::sum));
    }
    return second.measured(begun + warmUp.toNanos());
  }

  private long count(Duration time) {
    return Math.round(perSecond * time.toNanos() / 1e9);
  }

  /// The requests of a period.
  private static final class Watch {
    private final List<Tally> tallies;
    private final Stalls stalls = new Stalls();

    Watch(int kinds) {
      this.tallies = Stream.generate(Tally::new).limit(kinds).toList();
    }

    void answered(Tally tally, int status, long due) {
      tally.unanswered.decrementAndGet();
      if (status != Connections.NO_ANSWER) {
        long now = System.nanoTime();
        (status == UNAVAILABLE ? tally.refused : tally.micros)
            .recordValue(Math.min(MOST_MICROS, (now - due) / 1_000));
        stalls.answered(due, now);
      }
      if (status != OK) {
        tally.others.merge(status, 1L, Long::sum);
      }
    }

    Measured measured(long begun) {
      return new Measured(begun, tallies.stream().map(Tally::outcome).toList(), stalls);
    }
  }

  /// The requests of one kind so far.
  private static final class Tally {
    private final Histogram micros = new ConcurrentHistogram(MOST_MICROS, DIGITS);
    private final Histogram refused = new ConcurrentHistogram(MOST_MICROS, DIGITS);
    private final ConcurrentSkipListMap<Integer, Long> others = new ConcurrentSkipListMap<>();
    private final AtomicLong unanswered = new AtomicLong();
    private long requests;

    Outcome outcome() {
      return new Outcome(micros, refused, requests, new TreeMap<>(others));
    }
  }

  /// A request: a GET, or a POST of JSON.
  ///
  /// @param token of the caller
  static byte[] request(URI address, Optional<String> json, Optional<String> token) {
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    StringBuilder head = new StringBuilder(json.isPresent() ? "POST " : "GET ");
    head.append(address.getRawPath()).append(query).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(address.getRawAuthority()).append("\r\n");
    token.ifPresent(secret -> head.append("Authorization: Bearer ").append(secret).append("\r\n"));
    json.ifPresent(text ->
        head.append("Content-Type: application/json\r\nContent-Length: ")
            .append(text.getBytes(StandardCharsets.UTF_8).length)
            .append("\r\n"));
    return head.append("\r\n").append(json.orElse("")).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void awaitNanoTime(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
