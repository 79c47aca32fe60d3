package io.privirec.client.coordinator;

/// A call to the coordinator did not succeed.
public abstract sealed class CoordinatorException extends RuntimeException
    permits AnswerTooLongException, CoordinatorRefusedException, CoordinatorUnreachableException {
  CoordinatorException(String message) {
    super(message);
  }

  CoordinatorException(String message, Throwable cause) {
    super(message, cause);
  }
}
