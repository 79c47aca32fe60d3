package io.privirec.serving;

/** A request for recommendations that has a value outside its range. */
public final class InvalidRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;

  InvalidRequestException(String pointer, String detail) {
    super(detail);
    this.pointer = pointer;
  }

  /** JSON pointer to the value: {@code /k}. */
  public String pointer() {
    return pointer;
  }

  /** The condition that failed; never repeats an item. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
