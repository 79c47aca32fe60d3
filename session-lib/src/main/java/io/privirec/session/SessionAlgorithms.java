package io.privirec.session;

import io.privirec.federation.Algorithm;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.ItemDegreesParameters;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.PriviRecParameters;
import io.privirec.wire.RehearsalParameters;
import io.privirec.wire.UnknownParameters;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// All algorithms by their names in the API. Both ends of a session go from its parameters to its
/// [Algorithm] here, so that they cannot differ in it.
public final class SessionAlgorithms {
  /// Names in the API.
  public static final List<String> NAMES =
      List.of(
          PriviRecKParameters.ALGORITHM,
          PriviRecParameters.ALGORITHM,
          ItemDegreesParameters.ALGORITHM,
          RehearsalParameters.ALGORITHM);

  private SessionAlgorithms() {}

  /// Whether sessions of that algorithm are about the items of a catalogue.
  public static boolean needsCatalogue(String algorithm) {
    return !algorithm.equals(RehearsalParameters.ALGORITHM);
  }

  /// Fills in what was not given.
  ///
  /// @param given null: nothing was given
  /// @param items length of the session's catalogue, 0 without one
  /// @param seeds draws the public seed when none is given
  public static AlgorithmParameters settle(
      String algorithm, @Nullable AlgorithmParameters given, int items, LongSupplier seeds)
      throws UnknownAlgorithmException, InvalidParametersException {
    AlgorithmParameters asked = given == null ? AlgorithmParameters.unset(algorithm) : given;
    return switch (asked) {
      case PriviRecKParameters priviRecK -> PriviRecKSettings.settle(priviRecK, items, seeds);
      case PriviRecParameters priviRec -> PriviRecSettings.settle(priviRec, items, seeds);
      case ItemDegreesParameters degrees -> degrees;
      case RehearsalParameters rehearsal -> RehearsalSettings.settle(rehearsal, seeds);
      case UnknownParameters _ -> throw new UnknownAlgorithmException();
    };
  }

  /// The algorithm of settled parameters.
  ///
  /// @throws InvalidParametersException if one is missing or out of range
  public static Algorithm of(AlgorithmParameters settled, int items)
      throws UnknownAlgorithmException, InvalidParametersException {
    try {
      return switch (settled) {
        case PriviRecKParameters priviRecK -> PriviRecKSettings.algorithm(priviRecK, items);
        case PriviRecParameters priviRec -> PriviRecSettings.algorithm(priviRec, items);
        case ItemDegreesParameters _ -> new ItemDegrees(items);
        case RehearsalParameters rehearsal -> RehearsalSettings.algorithm(rehearsal);
        case UnknownParameters _ -> throw new UnknownAlgorithmException();
      };
    } catch (IllegalArgumentException e) {
      throw new InvalidParametersException("/parameters", String.valueOf(e.getMessage()), e);
    }
  }
}
