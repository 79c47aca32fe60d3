package io.privirec.federation.registry;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.privirec.federation.AskedNoise;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.BspmProcess;
import io.privirec.wire.algorithm.DdppmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Every algorithm that can sum without noise, in each of its forms. The names come from the
/// registry and the models from their sealed types, so that a new algorithm or model is among them.
public final class FormsWithoutNoise {
  private static final int RANK = 2;
  private static final int FEWEST_BITS = 256;
  private static final long SEED = 7;
  private static final FactorParameters FACTORS = factors("diag-t");

  private FormsWithoutNoise() {}

  /// Returns settled parameters by the name of their form, such as `privirec-k/bspm-late`. The name
  /// has letters, digits, hyphens and slashes.
  ///
  /// @param items length of the catalogue
  /// @param participants of a session
  /// @param keyHolder a participant of each session
  public static Map<String, AlgorithmParameters> all(
      int items, int participants, String keyHolder) {
    Map<String, AlgorithmParameters> settled = new LinkedHashMap<>();
    for (String name : AlgorithmRegistry.NAMES) {
      if (canSumWithoutNoise(name)) {
        asked(name, keyHolder)
            .forEach((form, asked) ->
                settled.put(
                    form.isEmpty() ? name : name + "/" + form,
                    settle(name, asked.parameters(), items, participants)));
      }
    }
    return settled;
  }

  /// The parameters of a request; null: none are given.
  private record Asked(@Nullable AlgorithmParameters parameters) {}

  private static boolean canSumWithoutNoise(String name) {
    try {
      return switch (AlgorithmRegistry.named(name).noiseForm()) {
        case NoiseForm.NoData(), NoiseForm.Always(_) -> false;
        case NoiseForm.ByDefault(), NoiseForm.Never(_) -> true;
      };
    } catch (UnknownAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static AlgorithmParameters settle(
      String name, @Nullable AlgorithmParameters asked, int items, int participants) {
    try {
      return AlgorithmRegistry.settle(
          name, asked, new AskedNoise.None(), items, participants, () -> SEED);
    } catch (InvalidParametersException e) {
      throw new AssertionError(name + " of " + asked, e);
    }
  }

  private static Map<String, Asked> asked(String name, String keyHolder) {
    Map<String, Asked> forms = new LinkedHashMap<>();
    switch (name) {
      case PriviRecKParameters.ALGORITHM -> {
        models(PriviRecKParameters.Model.class)
            .forEach((form, model) -> forms.put(form, lowRank(FACTORS, model)));
        for (Eigenvalues lambda : Eigenvalues.values()) {
          forms.put(lambda.label(), lowRank(factors(lambda.label()), null));
        }
      }
      case PriviRecParameters.ALGORITHM ->
          models(PriviRecParameters.Model.class)
              .forEach((form, model) ->
                  forms.put(form, new Asked(PriviRecParameters.DEFAULT.withModel(model))));
      case DdppmParameters.ALGORITHM -> {
        forms.put("secure", peers(DdppmParameters.SECURE));
        forms.put("plain", peers(DdppmParameters.PLAIN));
      }
      case FedPowerParameters.ALGORITHM -> forms.put("", power());
      case UtilityFedPowerParameters.ALGORITHM -> forms.put("", utility(keyHolder));
      default -> forms.put("", new Asked(null));
    }
    return forms;
  }

  private static FactorParameters factors(String lambda) {
    return FactorParameters.DEFAULT
        .withK(RANK)
        .withOversampling(0)
        .withIterations(2)
        .withLambda(lambda)
        .withSeed(SEED);
  }

  private static Asked lowRank(
      FactorParameters factors, PriviRecKParameters.@Nullable Model model) {
    return new Asked(PriviRecKParameters.DEFAULT.withFactors(factors).withModel(model));
  }

  private static Asked peers(String consensus) {
    return new Asked(
        DdppmParameters.DEFAULT
            .withFactors(DdppmParameters.Vectors.DEFAULT.withK(RANK).withSteps(2))
            .withConsensus(consensus));
  }

  private static Asked power() {
    return new Asked(
        FedPowerParameters.DEFAULT.withFactors(
            PowerParameters.DEFAULT.withK(RANK).withOversampling(0).withRounds(2).withSeed(SEED)));
  }

  private static Asked utility(String keyHolder) {
    return new Asked(
        UtilityFedPowerParameters.DEFAULT
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(RANK)
                    .withOversampling(0)
                    .withRounds(1)
                    .withSeed(SEED))
            .withKeyHolder(keyHolder)
            .withExponentBits(FEWEST_BITS));
  }

  /// Returns a model of each type, with its defaults; BSPM in each way of merging.
  private static <M> Map<String, M> models(Class<M> sealed) {
    Map<String, M> models = new LinkedHashMap<>();
    for (Class<?> type : sealed.getPermittedSubclasses()) {
      if (type == PriviRecParameters.PopularGram.class) {
        continue; // The form with noise.
      }
      List<Object> given = given(type);
      if (given.stream().anyMatch(BspmProcess.class::isInstance)) {
        for (String merge : List.of("late", "early")) {
          List<Object> merged = new ArrayList<>(given);
          merged.replaceAll(
              part -> part instanceof BspmProcess process ? process.withMerge(merge) : part);
          models.put("bspm-" + merge, made(sealed, type, merged));
        }
      } else {
        models.put(type.getAnnotation(JsonTypeName.class).value(), made(sealed, type, given));
      }
    }
    return models;
  }

  /// Returns the components of a model; null where its default serves.
  private static List<Object> given(Class<?> record) {
    List<Object> given = new ArrayList<>();
    Stream.of(record.getRecordComponents())
        .forEach(component -> {
          if (component.getType() == BspmProcess.class) {
            given.add(BspmProcess.DEFAULT);
          } else if (component.getType() == FactorParameters.class) {
            given.add(FACTORS);
          } else {
            given.add(null);
          }
        });
    return given;
  }

  private static <M> M made(Class<M> sealed, Class<?> record, List<Object> components) {
    Constructor<?> canonical =
        Arrays.stream(record.getDeclaredConstructors())
            .filter(one -> one.getParameterCount() == components.size())
            .findFirst()
            .orElseThrow();
    try {
      return sealed.cast(canonical.newInstance(components.toArray()));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
