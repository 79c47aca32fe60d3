package io.privirec.filter.safetensors;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Name, element type and shape of one tensor.
///
/// @param name 1 to 128 characters of `[A-Za-z0-9_.-]`, starting with a letter or digit
/// @param type element type
/// @param shape extents, outermost first, row-major; empty for a scalar
public record TensorSpec(String name, TensorType type, List<Long> shape) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
  private static final int MAX_DIMENSIONS = 8;

  /// Checks name and extents; the size in bytes must fit a signed 64-bit integer.
  public TensorSpec {
    shape = List.copyOf(shape);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("tensor name must match " + NAME.pattern());
    }
    if (shape.size() > MAX_DIMENSIONS) {
      throw new IllegalArgumentException(
          "tensor %s must have at most %s dimensions. Provided: %s"
              .formatted(name, MAX_DIMENSIONS, shape.size()));
    }
    try {
      Math.multiplyExact(elements(shape), (long) type.bytes());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("tensor %s is too large".formatted(name), e);
    }
  }

  /// A tensor of these extents.
  public static TensorSpec of(String name, TensorType type, long... shape) {
    return new TensorSpec(name, type, Arrays.stream(shape).boxed().toList());
  }

  /// Number of elements.
  public long elements() {
    return elements(shape);
  }

  /// Size in bytes.
  public long byteSize() {
    return elements() * type.bytes();
  }

  private static long elements(List<Long> shape) {
    long product = 1;
    for (long extent : shape) {
      if (extent < 0) {
        throw new IllegalArgumentException("extents must be at least 0. Provided: " + extent);
      }
      product = Math.multiplyExact(product, extent);
    }
    return product;
  }
}
