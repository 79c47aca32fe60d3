package io.privirec.client;

/// A problem as the real coordinator would answer it.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int status;

  Refusal(int status, String code) {
    super(code);
    this.status = status;
  }

  int status() {
    return status;
  }
}
