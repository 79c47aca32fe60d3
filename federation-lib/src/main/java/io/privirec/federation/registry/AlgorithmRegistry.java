package io.privirec.federation.registry;

import static io.privirec.federation.InvalidParametersException.require;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.AskedNoise;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
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
import io.privirec.wire.algorithm.NoisyParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.UnknownParameters;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final String NOISE = "/noise";

  private AlgorithmRegistry() {}

  /// Returns the names of algorithms that make a model, with their offers.
  public static Map<String, Offer> offers() {
    Map<String, Offer> offers = new LinkedHashMap<>();
    for (AlgorithmDescriptor<?> algorithm : ALL) {
      algorithm
          .offer()
          .ifPresent(offer -> offers.put(AlgorithmParameters.nameOf(algorithm.defaults()), offer));
    }
    return Collections.unmodifiableMap(offers);
  }

  /// The algorithm of that name.
  public static AlgorithmDescriptor<?> named(String name) throws UnknownAlgorithmException {
    return taking(AlgorithmParameters.typeFor(name));
  }

  /// Fills in what a request left out, after the noise of its sums is decided.
  ///
  /// @param asked null: nothing was given
  /// @param noise that the request asks for
  /// @param items length of the session's catalogue, 0 without one
  /// @param participants that the session is to have
  /// @param seeds draws the public seed when none is given
  public static AlgorithmParameters settle(
      String name,
      @Nullable AlgorithmParameters asked,
      AskedNoise noise,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    return settle(named(name), name, asked, noise, items, participants, seeds);
  }

  /// Fills in what parameters left out. The sums carry noise exactly if the parameters state it.
  /// For computations outside of a service, such as studies.
  ///
  /// @param asked null: nothing was given
  /// @param items length of the catalogue, 0 without one
  /// @param participants that the session is to have
  /// @param seeds draws the public seed when none is given
  public static AlgorithmParameters settleAsStated(
      String name,
      @Nullable AlgorithmParameters asked,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    return settleAsStated(named(name), asked, items, participants, seeds);
  }

  private static <P extends AlgorithmParameters> P settleAsStated(
      AlgorithmDescriptor<P> algorithm,
      @Nullable AlgorithmParameters asked,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    return algorithm.settle(
        asked == null ? algorithm.defaults() : typed(algorithm, asked), items, participants, seeds);
  }

  /// Returns whether the sums over data carry no noise. Sums of an algorithm that this version does
  /// not know count as sums without noise.
  ///
  /// @param settled parameters of a session
  public static boolean isWithoutNoise(AlgorithmParameters settled) {
    if (settled instanceof UnknownParameters) {
      return true;
    }
    return switch (describing(settled).noiseForm()) {
      case NoiseForm.NoData(), NoiseForm.Always(_) -> false;
      case NoiseForm.Never(_) -> true;
      case NoiseForm.ByDefault() -> ((NoisyParameters) settled).privacy() == null;
    };
  }

  private static AlgorithmDescriptor<?> describing(AlgorithmParameters settled) {
    try {
      return taking(settled.getClass());
    } catch (UnknownAlgorithmException e) {
      throw new IllegalArgumentException("the parameters belong to no algorithm", e);
    }
  }

  /// The algorithm of settled parameters.
  ///
  /// @throws InvalidParametersException if a parameter is missing or out of range
  public static Algorithm build(AlgorithmParameters settled, int items)
      throws InvalidParametersException {
    AlgorithmSettings settings = settings(settled, items);
    try {
      return settings.algorithm();
    } catch (IllegalArgumentException e) {
      // Such as a sum with more numbers than a round can have.
      throw new InvalidParametersException("/parameters", String.valueOf(e.getMessage()));
    }
  }

  /// The settings of settled parameters, for studies.
  ///
  /// @throws InvalidParametersException if a parameter is missing or out of range
  public static AlgorithmSettings settings(AlgorithmParameters settled, int items)
      throws InvalidParametersException {
    return settings(taking(settled.getClass()), settled, items);
  }

  private static AlgorithmDescriptor<?> taking(Class<? extends AlgorithmParameters> parameters)
      throws UnknownAlgorithmException {
    for (AlgorithmDescriptor<?> algorithm : ALL) {
      if (algorithm.defaults().getClass() == parameters) {
        return algorithm;
      }
    }
    throw new UnknownAlgorithmException(NAMES);
  }

  private static <P extends AlgorithmParameters> P settle(
      AlgorithmDescriptor<P> algorithm,
      String name,
      @Nullable AlgorithmParameters asked,
      AskedNoise noise,
      int items,
      int participants,
      LongSupplier seeds)
      throws InvalidParametersException {
    AlgorithmParameters given = asked == null ? algorithm.defaults() : asked;
    requireForm(name, algorithm.noiseForm(), given, noise);
    return algorithm.settle(typed(algorithm, withNoise(given, noise)), items, participants, seeds);
  }

  private static void requireForm(
      String name, NoiseForm form, AlgorithmParameters given, AskedNoise noise)
      throws InvalidParametersException {
    boolean none = noise instanceof AskedNoise.None;
    switch (form) {
      case NoiseForm.NoData() ->
          require(!none, NOISE, "must be absent: the sums of %s depend on no data".formatted(name));
      case NoiseForm.Always(String without) ->
          require(
              !none,
              NOISE,
              "must be absent: the sums of %s always carry noise; %s computes without noise"
                  .formatted(name, without));
      case NoiseForm.Never(String with) ->
          require(
              none,
              NOISE,
              "must be \"none\": %s has no form with noise; ask for %s to have noise"
                  .formatted(name, with));
      case NoiseForm.ByDefault() ->
          require(
              !none || ((NoisyParameters) given).privacy() == null,
              NOISE,
              "must be absent beside privacy: privacy asks for noise");
    }
  }

  /// Puts the expected noise into parameters that state none.
  private static AlgorithmParameters withNoise(AlgorithmParameters given, AskedNoise noise) {
    if (!(given instanceof NoisyParameters noisy)
        || !(noise instanceof AskedNoise.Expected(PrivacyParameters expected))) {
      return given;
    }
    PrivacyParameters privacy = noisy.privacy();
    if (privacy == null) {
      return noisy.withNoise(expected);
    }
    return privacy.colluders() == null
        ? noisy.withNoise(privacy.withColluders(expected.colluders()))
        : noisy;
  }

  private static <P extends AlgorithmParameters> AlgorithmSettings settings(
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
