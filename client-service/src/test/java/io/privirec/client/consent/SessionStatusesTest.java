package io.privirec.client.consent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.client.participation.SessionId;
import io.privirec.wire.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionStatusesTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final SessionStatuses statuses = new SessionStatuses();

  @Test
  void manyThatAskAtOnce_askTheCoordinatorOnce() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    CountDownLatch answer = new CountDownLatch(1);
    List<Future<SessionView.Status>> answers = new ArrayList<>();
    try (ExecutorService participants = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < 50; n++) {
        answers.add(
            participants.submit(() ->
                statuses.of(
                    SESSION,
                    () -> {
                      questions.incrementAndGet();
                      awaits(answer);
                      return SessionView.Status.PUBLISHED;
                    })));
      }
      answer.countDown();
      for (Future<SessionView.Status> each : answers) {
        assertThat(each.get()).isEqualTo(SessionView.Status.PUBLISHED);
      }
    }
    assertThat(questions).hasValue(1);
  }

  @Test
  void failure_isThatOfTheQuestionAndAskedAgain() {
    assertThatThrownBy(() ->
            statuses.of(
                SESSION,
                () -> {
                  throw new IllegalStateException("gone");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("gone");

    assertThat(statuses.of(SESSION, () -> SessionView.Status.RUNNING))
        .isEqualTo(SessionView.Status.RUNNING);
  }

  @Test
  void sessions_areAskedForEachByItself() {
    statuses.of(SESSION, () -> SessionView.Status.RUNNING);

    assertThat(statuses.of(new SessionId("s-2"), () -> SessionView.Status.CANCELLED))
        .isEqualTo(SessionView.Status.CANCELLED);
  }

  private static void awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
