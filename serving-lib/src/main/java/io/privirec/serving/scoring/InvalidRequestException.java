package io.privirec.serving.scoring;

/// A request for recommendations that has a value outside its range.
public final class InvalidRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;

  public InvalidRequestException(String pointer, String detail) {
    super(detail);
    this.pointer = pointer;
  }

  /// JSON pointer to the value: `/k`.
  public String pointer() {
    return pointer;
  }

  /// The condition that failed; never repeats an item.
  public String detail() {
    return String.valueOf(getMessage());
  }
}
