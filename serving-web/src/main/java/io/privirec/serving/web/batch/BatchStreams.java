package io.privirec.serving.web.batch;

import io.privirec.edge.connections.Network;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;

/// Answers batches while they are waited for, a few at a time. Thread-safe.
public final class BatchStreams {
  private static final Logger log = LoggerFactory.getLogger(BatchStreams.class);
  private static final int MAX_LINES = 1_000;
  private static final int BUFFER = 1 << 16;

  private final BatchScoring scoring;
  private final int streams;
  private final HeldBodies bodies;
  private final Pace pace;
  private final Duration deadline;
  private final Semaphore free;
  private final ConcurrentHashMap<Network, Integer> answeredFor = new ConcurrentHashMap<>();

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

  /// Reads a batch to its end, then answers it line by line.
  ///
  /// @throws ProblemException if it is too large or empty, or too many are answered already
  public void answer(
      InputStream body,
      LineAnswers answers,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    // Read before a place is taken: a slow sender has none.
    try (HeldBody requests = bodies.read(body)) {
      Network caller = Network.of(request.getRemoteAddr());
      takePlace(caller);
      try {
        answer(requests, answers, request, response);
      } catch (IOException e) {
        log.warn("The reader of a batch left, or was cut: {}", e.getMessage());
        throw e;
      } finally {
        answeredFor.computeIfPresent(caller, (_, held) -> held == 1 ? null : held - 1);
        free.release();
      }
    }
  }

  /// One place is always left for other addresses, where there are several places.
  private void takePlace(Network caller) {
    int most = Math.max(1, streams - 1);
    int held = answeredFor.merge(caller, 1, Integer::sum);
    if (held > most || !free.tryAcquire()) {
      answeredFor.computeIfPresent(caller, (_, now) -> now == 1 ? null : now - 1);
      throw ProblemException.retryAfter(
          Duration.ofSeconds(1),
          ProblemType.TOO_MANY_REQUESTS,
          held > most
              ? "At most %s batches of one address are answered at once".formatted(most)
              : "At most %s batches are answered at once".formatted(streams));
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
