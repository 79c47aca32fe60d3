package io.privirec.serving.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class BatchScoringTest {
  private static final int THREADS = 2;
  private static final int LINES = 200;
  private static final int LINE_BYTES = 100_000;
  private static final int MOST = 10 * LINE_BYTES;

  private final AnswerMemory memory = new AnswerMemory(MOST);
  private final BatchScoring scoring = new BatchScoring(JsonMapper.shared(), memory, THREADS);
  private final ExecutorService callers = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    callers.shutdownNow();
    scoring.close();
  }

  /// Whatever the line says, its answer is long.
  private static BatchAnswer longAnswer(RequestLine line, String traceId) {
    return BatchAnswer.of(
        line.number(),
        null,
        Problem.of(ProblemType.NOT_FOUND, "x".repeat(LINE_BYTES), traceId, List.of()));
  }

  private void answer(OutputStream out) throws IOException, InterruptedException {
    RequestLines lines =
        new RequestLines(
            new ByteArrayInputStream("{}\n".repeat(LINES).getBytes(StandardCharsets.UTF_8)));
    scoring.answer(lines, BatchScoringTest::longAnswer, "t", out, (written, problems) -> {});
  }

  /// The largest number that the answers may take: beyond the limit a line for each maker.
  private static long bound(int batches) {
    return MOST + (long) (THREADS + batches) * (LINE_BYTES + 1_000);
  }

  @Test
  void batch_ofLongAnswers_takesBoundedMemory_andIsWhole() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    answer(
        new OutputStream() {
          @Override
          public void write(int one) {
            all.write(one);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            assertThat(memory.held()).isBetween((long) LINE_BYTES, bound(1));
            all.write(bytes, from, length);
          }
        });
    List<String> lines = all.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(LINES);
    for (int n = 0; n < LINES; n++) {
      assertThat(lines.get(n))
          .startsWith("{\"line\":%d,".formatted(n + 1))
          .hasSizeGreaterThan(LINE_BYTES);
    }
    assertThat(memory.held()).isZero();
  }

  @Test
  void batch_thatIsNotRead_takesBoundedMemory_andStopsNoOther() throws Exception {
    CountDownLatch isStuck = new CountDownLatch(1);
    Future<?> stuck =
        callers.submit(() -> {
          answer(
              new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                  isStuck.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    throw new IOException("the reader is gone", e);
                  }
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                  write(0);
                }
              });
          return null;
        });
    isStuck.await();
    for (int n = 0; n < 2; n++) {
      answer(
          new OutputStream() {
            @Override
            public void write(int one) {}

            @Override
            public void write(byte[] bytes, int from, int length) {
              assertThat(memory.held()).isLessThanOrEqualTo(bound(2));
            }
          });
    }
    callers.shutdownNow();
    assertThatThrownBy(stuck::get).isInstanceOf(ExecutionException.class);
    assertThat(memory.held()).isZero();
  }

  @Test
  void requests_thatAreLong_areReadAheadInFewerLines() throws Exception {
    String line = "x".repeat(50_000) + "\n";
    RequestLines lines =
        new RequestLines(new ByteArrayInputStream(line.repeat(5).getBytes(StandardCharsets.UTF_8)));
    assertThat(lines.next(16)).hasSize(2);
    assertThat(lines.next(16)).hasSize(2);
    assertThat(lines.next(16)).hasSize(1);
    assertThat(lines.next(16)).isEmpty();
  }
}
