package io.privirec.acceptance.session;

import io.privirec.federation.fedpower.UtilityFedPower;
import io.privirec.secagg.roster.Cell;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Which sessions a campaign runs.
public enum SessionKinds {
  /// Exact ones, rehearsals, and those with noise.
  MIXED,
  /// Least squares with noise alone.
  DPALS,
  /// Federated singular vectors alone, exact and with noise.
  FEDPOWER,
  /// Federated singular vectors with the noise of one participant alone.
  FEDPOWER_UTILITY;

  /// Returns how many participants a cell has at least: some sessions are over one cell.
  public int fewest() {
    return this == FEDPOWER_UTILITY ? UtilityFedPower.FEWEST_PARTICIPANTS : Cell.DEFAULT_MINIMUM;
  }

  /// Returns the name in options.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Reads a name in options.
  public static final class Converter implements ITypeConverter<SessionKinds> {
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
