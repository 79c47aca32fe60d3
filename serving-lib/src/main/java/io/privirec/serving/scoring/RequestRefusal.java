package io.privirec.serving.scoring;

/// Why a recommender does not answer a request. The message says so to the caller.
public abstract sealed class RequestRefusal extends RuntimeException {
  private RequestRefusal(String message) {
    super(message);
  }

  /// A value is outside its range; the message never repeats an item.
  public static final class InvalidValue extends RequestRefusal {
    private final String pointer;

    public InvalidValue(String pointer, String condition) {
      super(condition);
      this.pointer = pointer;
    }

    /// JSON pointer to the value: `/k`.
    public String pointer() {
      return pointer;
    }
  }

  public static final class NoExactForm extends RequestRefusal {
    NoExactForm() {
      super("The model has no factored form, or the service does not keep it");
    }
  }

  public static final class ExactQueueFull extends RequestRefusal {
    ExactQueueFull(int most) {
      super("At most %s exact requests are answered at once".formatted(most));
    }
  }
}
