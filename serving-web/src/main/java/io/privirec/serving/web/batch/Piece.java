package io.privirec.serving.web.batch;

import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Some lines of a batch, answered one after another as far as there is memory for their answers.
/// Thread-safe: it may be given up while it is answered.
final class Piece {
  private final JsonMapper json;
  private final AnswerMemory memory;
  private final Queue<RequestLine> open;
  private final Queue<byte[]> answered = new ArrayDeque<>();
  private int problems;
  private boolean isGivenUp;

  Piece(JsonMapper json, AnswerMemory memory, List<RequestLine> lines) {
    this.json = json;
    this.memory = memory;
    this.open = new ArrayDeque<>(lines);
  }

  /// Answers lines until there are no more, or no more memory.
  ///
  /// @param isNext whether these are the next to be written: then one is answered in any case
  void answer(Function<RequestLine, BatchAnswer> answers, boolean isNext) {
    RequestLine line = next(isNext);
    while (line != null) {
      BatchAnswer answer = answers.apply(line);
      keep(json.writeValueAsBytes(answer), answer.problem() != null);
      line = next(false);
    }
  }

  private synchronized @Nullable RequestLine next(boolean isDue) {
    return isGivenUp || (memory.isFull() && !isDue) ? null : open.poll();
  }

  private synchronized void keep(byte[] answer, boolean isProblem) {
    if (!isGivenUp) {
      memory.take(answer.length);
      answered.add(answer);
      problems += isProblem ? 1 : 0;
    }
  }

  /// Whether all its lines have their answers.
  synchronized boolean isDone() {
    return open.isEmpty();
  }

  /// Writes what is answered, while nobody answers more; each answer is forgotten then.
  ///
  /// @return how many lines
  int writeTo(OutputStream out) throws IOException {
    int lines = 0;
    for (byte[] answer = first(); answer != null; answer = first()) {
      out.write(answer);
      out.write('\n');
      forget(answer);
      lines++;
    }
    return lines;
  }

  private synchronized byte @Nullable [] first() {
    return answered.peek();
  }

  private synchronized void forget(byte[] answer) {
    answered.remove();
    memory.giveBack(answer.length);
  }

  /// Returns the number of problems among the answers since the last call.
  synchronized int takeProblems() {
    int taken = problems;
    problems = 0;
    return taken;
  }

  /// Nobody wants its answers any more.
  synchronized void giveUp() {
    isGivenUp = true;
    open.clear();
    answered.forEach(answer -> memory.giveBack(answer.length));
    answered.clear();
  }
}
