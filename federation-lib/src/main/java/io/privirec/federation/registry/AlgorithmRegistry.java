package io.privirec.federation.registry;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.als.AlsDescriptor;
import io.privirec.federation.als.IalsDescriptor;
import io.privirec.federation.ddppm.DdppmDescriptor;
import io.privirec.federation.dpals.DpalsDescriptor;
import io.privirec.federation.dpals.DpialsDescriptor;
import io.privirec.federation.fedpower.FedPowerDescriptor;
import io.privirec.federation.fedpower.PrivateFedPowerDescriptor;
import io.privirec.federation.fedpower.UtilityFedPowerDescriptor;
import io.privirec.federation.privirec.ItemDegreesDescriptor;
import io.privirec.federation.privirec.PriviRecDescriptor;
import io.privirec.federation.privirec.PriviRecKDescriptor;
import io.privirec.federation.rehearsal.RehearsalDescriptor;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Every algorithm, registered once.
public final class AlgorithmRegistry {
  private static final List<AlgorithmDescriptor<?>> ALL =
      List.of(
          new PriviRecKDescriptor(),
          new PriviRecDescriptor(),
          new ItemDegreesDescriptor(),
          new AlsDescriptor(),
          new IalsDescriptor(),
          new DpalsDescriptor(),
          new DpialsDescriptor(),
          new FedPowerDescriptor(),
          new PrivateFedPowerDescriptor(),
          new UtilityFedPowerDescriptor(),
          new DdppmDescriptor(),
          new RehearsalDescriptor());

  /// Names in the API.
  public static final List<String> NAMES = AlgorithmParameters.names();

  private AlgorithmRegistry() {}

  /// The algorithm of that name.
  public static AlgorithmDescriptor<?> named(String name) throws UnknownAlgorithmException {
    return taking(AlgorithmParameters.typeFor(name));
  }

  /// Fills in what a request left out.
  ///
  /// @param asked null: nothing was given
  /// @param items length of the session's catalogue, 0 without one
  /// @param participants that the session is to have
  /// @param seeds draws the public seed when none is given
  public static AlgorithmParameters settle(
      String name,
      @Nullable AlgorithmParameters asked,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    return settle(named(name), asked, items, participants, seeds);
  }

  /// The algorithm of settled parameters.
  ///
  /// @throws InvalidParametersException if one is missing or out of range
  public static Algorithm build(AlgorithmParameters settled, int items)
      throws InvalidParametersException {
    return build(taking(settled.getClass()), settled, items);
  }

  private static AlgorithmDescriptor<?> taking(Class<? extends AlgorithmParameters> parameters)
      throws UnknownAlgorithmException {
    for (AlgorithmDescriptor<?> algorithm : ALL) {
      if (algorithm.defaults().getClass() == parameters) {
        return algorithm;
      }
    }
    throw new UnknownAlgorithmException();
  }

  private static <P extends AlgorithmParameters> P settle(
      AlgorithmDescriptor<P> algorithm,
      @Nullable AlgorithmParameters asked,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    return algorithm.settle(
        asked == null ? algorithm.defaults() : typed(algorithm, asked), items, participants, seeds);
  }

  private static <P extends AlgorithmParameters> Algorithm build(
      AlgorithmDescriptor<P> algorithm, AlgorithmParameters settled, int items)
      throws InvalidParametersException {
    try {
      return algorithm.build(typed(algorithm, settled), items);
    } catch (IllegalArgumentException e) {
      throw new InvalidParametersException("/parameters", String.valueOf(e.getMessage()));
    }
  }

  /// JSON's reader chooses the type of parameters by the same name.
  @SuppressWarnings("unchecked")
  private static <P extends AlgorithmParameters> P typed(
      AlgorithmDescriptor<P> algorithm, AlgorithmParameters parameters) {
    return (P) algorithm.defaults().getClass().cast(parameters);
  }
}
