package io.privirec.client.coordinator;

/// No answer, or only "try later", within the attempts that were made. The same call may work
/// later.
public final class CoordinatorUnreachableException extends CoordinatorException {
  CoordinatorUnreachableException(String message) {
    super(message);
  }

  CoordinatorUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
