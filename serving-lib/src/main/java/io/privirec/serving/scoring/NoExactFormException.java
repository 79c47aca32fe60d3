package io.privirec.serving.scoring;

/// Exact scores were asked for, and the model has no factored form here.
public final class NoExactFormException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoExactFormException() {
    super("The model has no factored form, or the service does not keep it");
  }
}
