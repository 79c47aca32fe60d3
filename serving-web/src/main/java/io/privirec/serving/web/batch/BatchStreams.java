package io.privirec.serving.web.batch;

import io.privirec.edge.problem.Pace;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.TraceId;
import io.privirec.serving.web.batch.HeldBodies.HeldBody;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.http.MediaType;

/** Answers batches while they are waited for, a few at a time. Thread-safe. */
public final class BatchStreams {
  private static final int MAX_LINES = 1_000;
  private static final int BUFFER = 1 << 16;

  private final BatchScoring scoring;
  private final int streams;
  private final HeldBodies bodies;
  private final Pace pace;
  private final Duration deadline;
  private final Semaphore free;

  BatchStreams(BatchScoring scoring, StreamSettings settings) {
    this.scoring = scoring;
    this.streams = settings.streams();
    this.bodies =
        new HeldBodies(
            Math.toIntExact(settings.maxStreamBytes().toBytes()),
            MAX_LINES,
            settings.maxHeldBytes().toBytes());
    this.pace = settings.pace();
    this.deadline = settings.answerDeadline();
    this.free = new Semaphore(streams);
  }

  /**
   * Reads a batch to its end, then answers it line by line.
   *
   * @throws ProblemException if it is too large or empty, or too many are answered already
   */
  public void answer(
      InputStream body,
      LineAnswers answers,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    // Read before a place is taken: a slow sender has none.
    try (HeldBody requests = bodies.read(body)) {
      if (!free.tryAcquire()) {
        throw ProblemException.retryAfter(
            Duration.ofSeconds(1),
            ProblemType.TOO_MANY_REQUESTS,
            "At most %d batches are answered at once".formatted(streams));
      }
      try {
        answer(requests, answers, request, response);
      } finally {
        free.release();
      }
    }
  }

  private void answer(
      HeldBody requests,
      LineAnswers answers,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
    OutputStream out =
        new BufferedOutputStream(
            new PacedAnswer(response.getOutputStream(), pace, deadline), BUFFER);
    scoring.answer(
        new RequestLines(requests.open()),
        answers,
        TraceId.of(request),
        out,
        (lines, problems) -> {});
    out.flush();
  }
}
