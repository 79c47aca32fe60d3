package io.privirec.serving.web.batch;

import java.util.concurrent.atomic.AtomicLong;

/// The memory of answers that are made and not written yet, of all batches together. Nobody waits
/// for it: who finds it full leaves lines unanswered until they are the next to be written, so that
/// a batch whose reader is slow cannot stop another. Thread-safe.
final class AnswerMemory {
  private final long most;
  private final AtomicLong held = new AtomicLong();

  /// @param most bytes; a line for each thread and each batch may come on top
  AnswerMemory(long most) {
    this.most = most;
  }

  boolean isFull() {
    return held.get() >= most;
  }

  void take(long bytes) {
    held.addAndGet(bytes);
  }

  void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  long held() {
    return held.get();
  }
}
