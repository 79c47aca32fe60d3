package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.noise.SettledPrivacy.MIN_SUPPORT;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [ItemDegrees] as sessions ask for them.
public final class ItemDegreesDescriptor implements AlgorithmDescriptor<ItemDegreesParameters> {
  @Override
  public ItemDegreesParameters defaults() {
    return ItemDegreesParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.ByDefault();
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "item-degrees: popular items alone",
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            (_, _, _) -> Map.of()));
  }

  @Override
  public ItemDegreesParameters settle(
      ItemDegreesParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    SettledPrivacy.requireOneOf(asked.privacy(), asked.minSupport());
    return asked.privacy() == null
        ? asked.withMinSupport(
            requireNonNullElse(asked.minSupport(), AlgorithmParameters.DEFAULT_MIN_SUPPORT))
        : asked.withPrivacy(
            SettledPrivacy.settle(
                asked.privacy(), participants, SettledPrivacy.DEFAULT_ITEMS_PER_USER));
  }

  @Override
  public ItemDegrees build(ItemDegreesParameters settled, int items)
      throws InvalidParametersException {
    return settled.privacy() == null
        ? new ItemDegrees(items, given(MIN_SUPPORT, settled.minSupport()), Optional.empty())
        : new ItemDegrees(items, 1, Optional.of(SettledPrivacy.of(settled.privacy())));
  }
}
