package io.privirec.acceptance.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Times at which answers took long, and whose fault that was.
///
/// Where the service's process can be watched ([CoreWatch]), a stall is the service's own unless
/// the threads that answer lacked cores while its collector and its compilers had next to nothing
/// of them: then more was asked than the machine bears at that moment. Where it cannot, all there
/// is is whether the sender was late at the same time: what stops both is the machine, what stops
/// answers alone is the service. A sender on the same cores is a poor witness: where the service
/// takes all of them it is late, too.
final class Stalls {
  /// An answer that takes longer is part of a stall.
  static final double MILLIS = 20;

  /// A sender that is later than this was stopped as well.
  private static final double SENDER_MILLIS = 5;

  private static final double NANOS = 1e6;
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  /// Of the cores' time: what the collector and the compilers may have of a stall that is not
  /// theirs.
  private static final double JVM_SHARE = .1;

  /// Of a stall's length: for how long threads that answer waited for a core in one that is for
  /// want of cores.
  private static final double WAITING_SHARE = .5;

  /// From `due` to `done`, as [System#nanoTime] has it.
  private record Span(long due, long done) {}

  private final Queue<Span> answers = new ConcurrentLinkedQueue<>();
  private final List<Span> sends = new ArrayList<>();

  /// Answers in a row that each took long, from when the first was due to when the last was there.
  ///
  /// @param seconds from the start of the measurement
  /// @param millis how long
  /// @param requests answered late
  /// @param senderMillis the most by which a request was sent late during this time
  /// @param cores who had them; null where that was not watched
  record Stall(
      double seconds,
      double millis,
      int requests,
      double senderMillis,
      CoreWatch.@Nullable Cores cores) {
    /// Whether the service made the answers wait, and not its callers or the machine.
    boolean ofTheService() {
      if (cores == null) {
        return senderMillis < SENDER_MILLIS;
      }
      return cores.collecting() + cores.compiling() >= JVM_SHARE * CORES * millis
          || cores.waiting() < WAITING_SHARE * millis;
    }
  }

  /// Takes note of an answer; any thread.
  void answered(long due, long now) {
    if (now - due > MILLIS * NANOS) {
      answers.add(new Span(due, now));
    }
  }

  /// Takes note of a request; the sender's thread.
  void sent(long due, long now) {
    if (now - due > NANOS) {
      sends.add(new Span(due, now));
    }
  }

  /// Returns what was noted, in order.
  ///
  /// @param begun when the measurement began
  /// @param watch of the service's process; null without one
  List<Stall> list(long begun, @Nullable CoreWatch watch) {
    List<Span> inOrder =
        answers.stream().sorted(Comparator.comparingLong(span -> span.due() - begun)).toList();
    List<Stall> stalls = new ArrayList<>();
    for (int n = 0; n < inOrder.size(); ) {
      int first = n;
      long done = inOrder.get(n).done();
      for (n++; n < inOrder.size() && inOrder.get(n).due() - done <= 0; n++) {
        done = begun + Math.max(done - begun, inOrder.get(n).done() - begun);
      }
      Span span = new Span(inOrder.get(first).due(), done);
      stalls.add(
          new Stall(
              (span.due() - begun) / 1e9,
              (span.done() - span.due()) / NANOS,
              n - first,
              senderMillis(span),
              watch == null ? null : watch.during(span.due(), span.done())));
    }
    return stalls;
  }

  private double senderMillis(Span during) {
    return sends.stream()
            .filter(send -> send.due() - during.done() <= 0 && send.done() - during.due() >= 0)
            .mapToLong(send -> send.done() - send.due())
            .max()
            .orElse(0)
        / NANOS;
  }
}
