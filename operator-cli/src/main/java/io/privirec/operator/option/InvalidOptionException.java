package io.privirec.operator.option;

import java.util.List;
import java.util.function.Predicate;

/// An option, or a file that it names, that a command cannot work with. The message is for the
/// user: exit status 2.
public final class InvalidOptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidOptionException(String message) {
    super(message);
  }

  /// Refuses the first option that is given and has no effect.
  ///
  /// @param what it does not go with
  /// @param given whether there is an option of that name
  public static void refuse(String what, List<String> options, Predicate<String> given) {
    for (String option : options) {
      if (given.test(option)) {
        throw new InvalidOptionException("%s does not go with %s".formatted(what, option));
      }
    }
  }

  /// Refuses a value outside [min, max].
  ///
  /// @throws InvalidOptionException with the option, its range and the value
  public static void requireRange(String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidOptionException(
          "%s must be in [%s, %s]. Provided value: %s".formatted(option, min, max, value));
    }
  }
}
