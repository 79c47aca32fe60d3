package io.privirec.acceptance.campaign;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Which sessions a campaign runs.
enum SessionKinds {
  /// Exact ones, rehearsals, and those with noise.
  MIXED,
  /// Least squares with noise alone.
  DPALS,
  /// Federated singular vectors alone, exact and with noise.
  FEDPOWER,
  /// Federated singular vectors with the noise of one participant alone.
  FEDPOWER_UTILITY;

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static final class Converter implements ITypeConverter<SessionKinds> {
    @Override
    public SessionKinds convert(String value) {
      return Arrays.stream(values())
          .filter(kinds -> kinds.label().equals(value))
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException("must be mixed, dpals, fedpower or fedpower-utility"));
    }
  }
}
