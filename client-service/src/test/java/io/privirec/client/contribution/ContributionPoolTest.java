package io.privirec.client.contribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContributionPoolTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final SessionId OTHER = new SessionId("s-2");
  private static final int TURNS = 32;

  private final ContributionPool pool = new ContributionPool(2, Thread::sleep);
  private final ExecutorService participants = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> turns = new ArrayList<>();

  @AfterEach
  void close() {
    participants.close();
    pool.close();
  }

  /// So many that nobody else of the session has a turn, until the latch falls.
  private void takeAllTurns(SessionId session, CountDownLatch until) throws Exception {
    takeAllTurns(session, () -> awaited(until));
  }

  /// So many as there are, each of which does something.
  private void takeAllTurns(SessionId session, Callable<Boolean> work) throws Exception {
    CountDownLatch taken = new CountDownLatch(TURNS);
    for (int n = 0; n < TURNS; n++) {
      turns.add(
          participants.submit(() ->
              pool.turn(
                  session,
                  () -> {
                    taken.countDown();
                    return work.call();
                  })));
    }
    taken.await();
  }

  private static boolean awaited(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return true;
  }

  @Test
  void turns_ofOneSession_areBoundedAndDoNotHoldUpAnother() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    takeAllTurns(SESSION, end);
    Thread late = wantsATurn();

    assertThat(settled(late)).isEqualTo(Thread.State.WAITING);
    assertThat(pool.<String>turn(OTHER, () -> "its turn")).isEqualTo("its turn");

    end.countDown();
    late.join();
    awaitTurns();
  }

  private void awaitTurns() throws Exception {
    for (Future<?> turn : turns) {
      turn.get();
    }
  }

  private Thread wantsATurn() {
    return Thread.startVirtualThread(
        () -> assertThatCode(() -> pool.turn(SESSION, () -> true)).doesNotThrowAnyException());
  }

  /// How a thread stands that has nothing left to do but wait.
  private static Thread.State settled(Thread thread) throws InterruptedException {
    Thread.State state = thread.getState();
    for (int n = 0; n < 10_000 && state != Thread.State.WAITING; n++) {
      if (state == Thread.State.TERMINATED) {
        return state;
      }
      Thread.sleep(1);
      state = thread.getState();
    }
    return state;
  }

  @Test
  void whoWaitsAside_letsOthersHaveTheTurn() throws Exception {
    CountDownLatch others = new CountDownLatch(1);
    takeAllTurns(SESSION, () -> pool.aside(SESSION, () -> awaited(others)));

    pool.turn(
        SESSION,
        () -> {
          others.countDown();
          return null;
        });
    awaitTurns();

    turns.clear();
    CountDownLatch end = new CountDownLatch(1);
    takeAllTurns(SESSION, end);
    end.countDown();
  }

  @Test
  void failures_giveTheTurnBack() throws Exception {
    for (int n = 0; n < TURNS + 1; n++) {
      assertThatThrownBy(() ->
              pool.turn(
                  SESSION,
                  () ->
                      pool.aside(
                          SESSION,
                          () -> {
                            throw new IOException("the coordinator is gone");
                          })))
          .isInstanceOf(IOException.class);
    }
    CountDownLatch end = new CountDownLatch(1);
    takeAllTurns(SESSION, end);
    end.countDown();
  }

  /// Forgetting must not double the turns of those who still have one.
  @Test
  void session_thatSomebodyIsAt_isNotForgotten() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    takeAllTurns(SESSION, end);
    pool.forget(SESSION);
    Thread late = wantsATurn();

    assertThat(settled(late)).isEqualTo(Thread.State.WAITING);

    end.countDown();
    late.join();
  }
}
