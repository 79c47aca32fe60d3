package io.privirec.serving.web.batch;

import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
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

/// Scores all batches on the same few threads. A batch has a few pieces under way at a time, and
/// the answers of all batches that are not written yet take a bounded number of bytes: who reads an
/// answer slowly slows it down, and takes no more memory.
public final class BatchScoring implements AutoCloseable {
  private static final int PIECE = 16;

  private final JsonMapper json;
  private final AnswerMemory memory;
  private final ExecutorService threads;
  private final int ahead;

  BatchScoring(JsonMapper json, AnswerMemory memory, int threads) {
    this.json = json;
    this.memory = memory;
    this.threads =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().name("batch-", 0).daemon().factory());
    this.ahead = 2 * threads;
  }

  /// Told how far a batch is, from the thread that runs it.
  @FunctionalInterface
  public interface Progress {
    void written(int lines, int problems);
  }

  private record UnderWay(Piece piece, Future<?> future) {}

  /// Answers all lines in their order.
  ///
  /// @param traceId of the problems that are told
  /// @throws IOException if they cannot be read or the answers not be written
  public void answer(
      RequestLines lines, LineAnswers answers, String traceId, OutputStream out, Progress progress)
      throws IOException, InterruptedException {
    Function<RequestLine, BatchAnswer> answer = line -> answers.answer(line, traceId);
    Queue<UnderWay> underWay = new ArrayDeque<>();
    try {
      List<RequestLine> next = lines.next(PIECE);
      while (!next.isEmpty() || !underWay.isEmpty()) {
        if (!next.isEmpty() && underWay.size() < ahead) {
          Piece piece = new Piece(json, memory, next);
          underWay.add(new UnderWay(piece, submit(piece, answer, false)));
          next = lines.next(PIECE);
        } else {
          write(underWay.element(), answer, out, progress);
          underWay.remove();
        }
      }
    } finally {
      underWay.forEach(one -> one.piece.giveUp());
    }
  }

  private Future<?> submit(Piece piece, Function<RequestLine, BatchAnswer> answer, boolean isNext) {
    return threads.submit(() -> piece.answer(answer, isNext));
  }

  /// Writes a whole piece; where there was no memory for all of it, as its answers are made.
  private void write(
      UnderWay first,
      Function<RequestLine, BatchAnswer> answer,
      OutputStream out,
      Progress progress)
      throws IOException, InterruptedException {
    await(first.future);
    progress.written(first.piece.writeTo(out), first.piece.takeProblems());
    while (!first.piece.isDone()) {
      await(submit(first.piece, answer, true));
      progress.written(first.piece.writeTo(out), first.piece.takeProblems());
    }
  }

  private static void await(Future<?> piece) throws InterruptedException {
    try {
      piece.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a piece of a batch failed", e.getCause());
    }
  }

  /// Ends its threads.
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
