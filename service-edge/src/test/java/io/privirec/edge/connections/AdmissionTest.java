package io.privirec.edge.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// A thread that serves one request after the other, by the clock of a simulation.
class AdmissionTest {
  private static final Duration LONGEST = Duration.ofMillis(160);
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(-7 * MILLI);
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private final Deque<Runnable> later = new ArrayDeque<>();
  private final List<Long> waits = new ArrayList<>();
  private final Admission admission =
      new Admission(LONGEST, 1, now::get, Runnable::run, later::add);
  private int refused;

  private void arrive(long at, long service) {
    admission.execute(
        queue::add,
        () -> {
          waits.add(now.get() - at);
          now.addAndGet(service);
        },
        () -> refused++);
  }

  /// @param interval between arrivals
  private void serve(Duration length, long interval, long service) {
    long next = now.get();
    long end = next + length.toNanos();
    while (next < end || !queue.isEmpty()) {
      while (next < end && next <= now.get()) {
        arrive(next, service);
        next += interval;
      }
      if (queue.isEmpty()) {
        now.set(next);
      } else {
        queue.remove().run();
      }
    }
  }

  @Test
  void threeTimesTheRate_admittedWaitNoLonger_andTheThreadIsBusy() {
    serve(Duration.ofSeconds(10), 100 * MICRO, 300 * MICRO);
    assertThat(waits).allSatisfy(wait -> assertThat(wait).isLessThan(200 * MILLI));
    // 10 s of work, and what still waits at the end.
    assertThat(waits.size()).isBetween(33_000, 34_000);
    assertThat(refused).isEqualTo(100_000 - waits.size());
    assertThat(admission.waiting()).isZero();
  }

  @Test
  void rateThatCanBeAnswered_refusesNobody_alsoAfterAPause() {
    serve(Duration.ofSeconds(2), 400 * MICRO, 300 * MICRO);
    long before = now.get();
    now.addAndGet(200 * MILLI);
    for (long at = before; at < now.get(); at += 400 * MICRO) {
      arrive(at, 300 * MICRO);
    }
    serve(Duration.ofSeconds(2), 400 * MICRO, 300 * MICRO);
    assertThat(refused).isZero();
  }

  @Test
  void manyCallersThatWaitForAnswers_areNotRefused() {
    // 200 at a time, of 0.5 ms each: the last waits for 100 ms.
    for (int round = 0; round < 50; round++) {
      for (int n = 0; n < 200; n++) {
        arrive(now.get(), 500 * MICRO);
      }
      while (!queue.isEmpty()) {
        queue.remove().run();
      }
    }
    assertThat(refused).isZero();
  }

  @Test
  void overloadThatEnds_refusesNobodySoon() {
    serve(Duration.ofSeconds(2), 100 * MICRO, 300 * MICRO);
    int during = refused;
    assertThat(during).isPositive();
    serve(Duration.ofSeconds(1), 400 * MICRO, 300 * MICRO);
    assertThat(refused).isEqualTo(during);
  }

  @Test
  void requestThatWaitsForSomething_givesItsPlaceToTheNext() throws Exception {
    CountDownLatch body = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicReference<Thread> slow = new AtomicReference<>();
    List<String> done = new ArrayList<>();
    admission.execute(
        work ->
            slow.set(
                Thread.startVirtualThread(() -> {
                  work.run();
                  ended.countDown();
                })),
        () -> awaitUninterruptibly(body),
        () -> refused++);
    while (slow.get().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    admission.execute(queue::add, () -> done.add("second"), () -> refused++);
    admission.execute(queue::add, () -> done.add("third"), () -> refused++);
    later.remove().run();
    assertThat(queue).as("the second has the place of the first").hasSize(1);
    body.countDown();
    ended.await();
    assertThat(queue).as("which has none to give any more").hasSize(1);
    queue.remove().run();
    queue.remove().run();
    assertThat(done).containsExactly("second", "third");
    assertThat(admission.waiting()).isZero();
  }

  @Test
  void longPause_refusesNobodyAfterwards() {
    arrive(now.get(), 300 * MICRO);
    arrive(now.get(), 300 * MICRO);
    arrive(now.get(), 300 * MICRO);
    now.addAndGet(60_000 * MILLI);
    serve(Duration.ofSeconds(1), 400 * MICRO, 300 * MICRO);
    refused = 0;
    serve(Duration.ofSeconds(1), 400 * MICRO, 300 * MICRO);
    assertThat(refused).isZero();
  }

  @Test
  void noTurnBegins_refusesUntilOneDoes() {
    for (int n = 0; n < 3; n++) {
      arrive(now.get(), 300 * MICRO);
    }
    for (int millis = 0; millis <= LONGEST.toMillis(); millis++) {
      later.remove().run();
    }
    arrive(now.get(), 300 * MICRO);
    assertThat(refused).isEqualTo(1);
    while (!queue.isEmpty()) {
      queue.remove().run();
    }
    arrive(now.get(), 300 * MICRO);
    queue.remove().run();
    assertThat(refused).isEqualTo(1);
    assertThat(waits).hasSize(4);
  }

  @Test
  void noThreadCanBeMade_refuses_andTheNextHasThePlace() {
    admission.execute(
        _ -> {
          throw new UnsupportedOperationException("no thread");
        },
        () -> waits.add(0L),
        () -> refused++);
    assertThat(refused).isEqualTo(1);
    arrive(now.get(), 300 * MICRO);
    queue.remove().run();
    assertThat(waits).hasSize(1);
  }

  @Test
  void workThatFails_givesItsPlaceToTheNext() {
    admission.execute(
        queue::add,
        () -> {
          throw new IllegalStateException("a fault");
        },
        () -> refused++);
    arrive(now.get(), 300 * MICRO);
    assertThatThrownBy(queue.remove()::run).hasMessage("a fault");
    queue.remove().run();
    assertThat(waits).hasSize(1);
  }

  @Test
  void manyThreads_loseNoRequest() throws Exception {
    Admission real = new Admission(Duration.ofHours(1));
    int each = 5_000;
    LongAdder worked = new LongAdder();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService callers = Executors.newFixedThreadPool(4)) {
      for (int caller = 0; caller < 4; caller++) {
        callers.execute(() -> {
          for (int n = 0; n < each; n++) {
            boolean waitsForSomething = n % 50 == 0;
            real.execute(
                threads,
                () -> {
                  if (waitsForSomething) {
                    LockSupport.parkNanos(MICRO);
                  }
                  worked.increment();
                },
                () -> refused++);
          }
        });
      }
      callers.shutdown();
      assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      long deadline = System.nanoTime() + 60_000 * MILLI;
      while (worked.sum() < 4L * each && System.nanoTime() < deadline) {
        Thread.sleep(1);
      }
    }
    assertThat(worked.sum()).isEqualTo(4L * each);
    assertThat(real.waiting()).isZero();
  }

  @Test
  void noPlace_isLookedForAgainLater() throws Exception {
    CountDownLatch body = new CountDownLatch(1);
    AtomicBoolean computes = new AtomicBoolean(true);
    AtomicReference<Thread> slow = new AtomicReference<>();
    admission.execute(
        work -> slow.set(Thread.startVirtualThread(work)),
        () -> {
          while (computes.get()) {
            Thread.onSpinWait();
          }
          awaitUninterruptibly(body);
        },
        () -> refused++);
    arrive(now.get(), 300 * MICRO);
    assertThat(queue).isEmpty();
    computes.set(false);
    while (slow.get().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    later.remove().run();
    assertThat(queue).hasSize(1);
    body.countDown();
    slow.get().join();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void close_refusesWhatDidNotBegin_andWhatArrives() {
    for (int n = 0; n < 3; n++) {
      arrive(now.get(), 300 * MICRO);
    }
    admission.close();
    assertThat(refused).isEqualTo(3);
    assertThat(admission.waiting()).isZero();
    queue.remove().run();
    assertThat(waits).as("a request has one answer").isEmpty();
    arrive(now.get(), 300 * MICRO);
    assertThat(refused).isEqualTo(4);

    admission.open();
    arrive(now.get(), 300 * MICRO);
    queue.remove().run();
    assertThat(waits).hasSize(1);
  }

  @Test
  void close_leavesWaitingRequestsTheirTurns() throws Exception {
    for (int n = 0; n < 3; n++) {
      arrive(now.get(), 300 * MICRO);
    }
    Thread stop = Thread.ofPlatform().start(admission::close);
    while (!admission.isClosed()) {
      Thread.onSpinWait();
    }
    while (!queue.isEmpty()) {
      queue.remove().run();
    }
    stop.join();
    assertThat(waits.size() + refused).isEqualTo(3);
    assertThat(admission.waiting()).isZero();
  }

  @Test
  void refusals_areCounted() {
    admission.refused();
    admission.refused();
    assertThat(admission.refusals()).isEqualTo(2);
    assertThat(new Admission(Duration.ZERO).hasABound()).isFalse();
  }
}
