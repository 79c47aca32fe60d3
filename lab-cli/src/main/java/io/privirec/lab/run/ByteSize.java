package io.privirec.lab.run;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A number of bytes as people write it: `512m` as for the JVM, `8GB` as for Spring Boot. All units
/// are powers of 1024, as they are there.
///
/// @param bytes at least 0
public record ByteSize(long bytes) {
  private static final String UNITS = "bkmgt";
  private static final Pattern WRITTEN =
      Pattern.compile("(\\d{1,15})(b|[kmgt]b?)?", Pattern.CASE_INSENSITIVE);

  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must not be negative. Provided value: " + bytes);
    }
  }

  /// So many MiB.
  public static ByteSize ofMebibytes(int mebibytes) {
    return new ByteSize((long) mebibytes << 20);
  }

  /// Reads one.
  ///
  /// @throws IllegalArgumentException when it is none, or above 2^63 − 1 bytes
  public static ByteSize parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw notOne(text);
    }
    String unit = written.group(2);
    int power = unit == null ? 0 : UNITS.indexOf(unit.toLowerCase(Locale.ROOT).charAt(0));
    try {
      return new ByteSize(Math.multiplyExact(Long.parseLong(written.group(1)), 1L << (10 * power)));
    } catch (ArithmeticException tooMany) {
      throw notOne(text);
    }
  }

  private static IllegalArgumentException notOne(String text) {
    return new IllegalArgumentException(
        "must be a number of bytes such as 512m or 8GB. Provided value: " + text);
  }

  /// For people: in MiB.
  @Override
  public String toString() {
    return "%,.1f MiB".formatted(bytes / (double) (1 << 20));
  }

  /// For options.
  public static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
