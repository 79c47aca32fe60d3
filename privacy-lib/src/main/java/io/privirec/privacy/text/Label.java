package io.privirec.privacy.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How constants are written in text: `ADD_OR_REMOVE` as `add-or-remove`.
public final class Label {
  private Label() {}

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The constant that is written so.
  ///
  /// @param name of what is read, for the message
  /// @throws IllegalArgumentException if no constant is written so
  public static <E extends Enum<E>> E parse(Class<E> type, String name, String text) {
    List<String> labels = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      if (of(constant).equals(text)) {
        return constant;
      }
      labels.add(of(constant));
    }
    throw new IllegalArgumentException(
        "%s must be one of %s. Provided value: %s"
            .formatted(name, String.join(", ", labels), text));
  }
}
