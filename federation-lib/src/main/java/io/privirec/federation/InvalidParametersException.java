package io.privirec.federation;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What was asked, and no session can be made of. The message is for people.
public class InvalidParametersException extends Exception {
  private final String pointer;

  /// @param pointer see [#pointer()]
  public InvalidParametersException(String pointer, String message) {
    super(message);
    this.pointer = pointer;
  }

  /// Where in the request the fault is, as a JSON pointer: `/parameters/factors/k`.
  public String pointer() {
    return pointer;
  }

  /// Refuses a parameter that is out of range.
  public static void require(boolean isInRange, String pointer, String range)
      throws InvalidParametersException {
    if (!isInRange) {
      throw new InvalidParametersException(pointer, name(pointer) + " " + range);
    }
  }

  /// A parameter without a default.
  public static <T> T given(String pointer, @Nullable T value) throws InvalidParametersException {
    if (value == null) {
      throw new InvalidParametersException(pointer, name(pointer) + " is required");
    }
    return value;
  }

  /// The choice of that name.
  public static <T> T choice(String pointer, String name, List<T> all, Function<T, String> label)
      throws InvalidParametersException {
    for (T each : all) {
      if (label.apply(each).equals(name)) {
        return each;
      }
    }
    String names = all.stream().map(label).collect(Collectors.joining(", "));
    throw new InvalidParametersException(pointer, name(pointer) + " must be one of " + names);
  }

  private static String name(String pointer) {
    return pointer.substring(pointer.lastIndexOf('/') + 1);
  }
}
