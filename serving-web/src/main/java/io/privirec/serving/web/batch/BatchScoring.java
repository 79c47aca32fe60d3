package io.privirec.serving.web.batch;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/**
 * Scores all batches on the same few threads. A batch has a few pieces under way at a time,
 * whatever its length: who reads its answer slowly slows it down, and takes no more memory.
 */
public final class BatchScoring implements AutoCloseable {
  private static final int PIECE = 16;

  private final JsonMapper json;
  private final ExecutorService threads;
  private final int ahead;

  BatchScoring(JsonMapper json, int threads) {
    this.json = json;
    this.threads =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().name("batch-", 0).daemon().factory());
    this.ahead = 2 * threads;
  }

  /** Told how far a batch is, from the thread that runs it. */
  @FunctionalInterface
  public interface Progress {
    void written(int lines, int problems);
  }

  private record Piece(ByteArrayOutputStream bytes, int lines, int problems) {}

  /**
   * Answers all lines in their order.
   *
   * @param problems makes the problems that are told
   * @throws IOException if they cannot be read or the answers not be written
   */
  public void answer(
      RequestLines lines,
      LineAnswers answers,
      Function<ProblemException, Problem> problems,
      OutputStream out,
      Progress progress)
      throws IOException, InterruptedException {
    Queue<Future<Piece>> underWay = new ArrayDeque<>();
    try {
      List<RequestLine> next = lines.next(PIECE);
      while (!next.isEmpty() || !underWay.isEmpty()) {
        if (!next.isEmpty() && underWay.size() < ahead) {
          List<RequestLine> piece = next;
          underWay.add(threads.submit(() -> answer(piece, answers, problems)));
          next = lines.next(PIECE);
        } else {
          Piece piece = done(underWay.remove());
          piece.bytes.writeTo(out);
          progress.written(piece.lines, piece.problems);
        }
      }
    } finally {
      underWay.forEach(piece -> piece.cancel(false));
    }
  }

  private Piece answer(
      List<RequestLine> lines, LineAnswers answers, Function<ProblemException, Problem> problems) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int failed = 0;
    for (RequestLine line : lines) {
      BatchAnswer answer = answers.answer(line, problems);
      failed += answer.problem() == null ? 0 : 1;
      bytes.writeBytes(json.writeValueAsBytes(answer));
      bytes.write('\n');
    }
    return new Piece(bytes, lines.size(), failed);
  }

  private static Piece done(Future<Piece> piece) throws InterruptedException {
    try {
      return piece.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a piece of a batch failed", e.getCause());
    }
  }

  /** Ends its threads. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
