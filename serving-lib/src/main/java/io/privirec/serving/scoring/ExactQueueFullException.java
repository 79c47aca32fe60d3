package io.privirec.serving.scoring;

/// More requests for exact scores wait already than may.
public final class ExactQueueFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ExactQueueFullException(int most) {
    super("At most %d exact requests are answered at once".formatted(most));
  }
}
