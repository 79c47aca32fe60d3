package io.privirec.acceptance.load;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
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

  /// Nanoseconds: several requests that are due within this time are sent together.
  private static final long LEAST_WAIT = 200_000;

  private static final int MOST_AT_ONCE = 32;

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
    CountDownLatch over = new CountDownLatch(1);
    Sending sending = new Sending(kinds, count(warmUp), count(length), System.nanoTime(), over);
    connections.after(0, sending::sendWhatIsDue);
    over.await();
    return connections.call(sending.second::measured);
  }

  private long count(Duration time) {
    return Math.round(perSecond * time.toNanos() / 1e9);
  }

  /// All requests, on the thread of the connections.
  private final class Sending {
    private final List<List<byte[]>> kinds;
    private final long warm;
    private final long count;
    private final long begun;
    private final CountDownLatch over;
    private final Watch first;
    private final Watch second;
    private long sent;
    private int inFlight;

    Sending(List<List<byte[]>> kinds, long warm, long counted, long begun, CountDownLatch over) {
      this.kinds = kinds;
      this.warm = warm;
      this.count = warm + counted;
      this.begun = begun;
      this.over = over;
      this.first = new Watch(kinds.size(), begun);
      this.second = new Watch(kinds.size(), due(warm));
    }

    private long due(long request) {
      return begun + Math.round(1e9 * request / perSecond);
    }

    /// Returns soon although more is due, so that answers are read between requests.
    void sendWhatIsDue() {
      long now = System.nanoTime();
      for (int n = 0; n < MOST_AT_ONCE && sent < count && due(sent) - now <= 0; n++) {
        send(sent++);
      }
      if (sent < count) {
        connections.after(Math.max(LEAST_WAIT, due(sent) - System.nanoTime()), this::sendWhatIsDue);
      } else {
        connections.after(answeredWithin.toNanos(), this::end);
        endWhenAllAreAnswered();
      }
    }

    private void send(long request) {
      int kind = (int) (request % kinds.size());
      Watch watch = request < warm ? first : second;
      long due = due(request);
      watch.stalls.sent(due, System.nanoTime());
      Tally tally = watch.tallies.get(kind);
      tally.requests++;
      if (inFlight == MOST_IN_FLIGHT) {
        tally.others.merge(Connections.NO_ANSWER, 1L, Long::sum);
        return;
      }
      inFlight++;
      tally.unanswered++;
      List<byte[]> requests = kinds.get(kind);
      connections.send(
          requests.get((int) (request / kinds.size() % requests.size())),
          status -> {
            inFlight--;
            watch.answered(tally, status, due);
            endWhenAllAreAnswered();
          });
    }

    private void endWhenAllAreAnswered() {
      if (sent == count && inFlight == 0) {
        over.countDown();
      }
    }

    private void end() {
      if (inFlight > 0) {
        second.giveUp();
      }
      over.countDown();
    }
  }

  /// The requests of a period.
  private static final class Watch {
    private final List<Tally> tallies;
    private final Stalls stalls = new Stalls();
    private final long begun;

    Watch(int kinds, long begun) {
      this.tallies = Stream.generate(Tally::new).limit(kinds).toList();
      this.begun = begun;
    }

    void answered(Tally tally, int status, long due) {
      tally.unanswered--;
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

    /// What has no answer yet is an error.
    void giveUp() {
      tallies.forEach(
          tally -> tally.others.merge(Connections.NO_ANSWER, tally.unanswered, Long::sum));
    }

    Measured measured() {
      return new Measured(begun, tallies.stream().map(Tally::outcome).toList(), stalls);
    }
  }

  /// The requests of one kind so far.
  private static final class Tally {
    private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
    private final Histogram refused = new Histogram(MOST_MICROS, DIGITS);
    private final SortedMap<Integer, Long> others = new TreeMap<>();
    private long unanswered;
    private long requests;

    Outcome outcome() {
      return new Outcome(micros.copy(), refused.copy(), requests, new TreeMap<>(others));
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
}
