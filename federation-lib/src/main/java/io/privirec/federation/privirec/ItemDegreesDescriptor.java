package io.privirec.federation.privirec;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.util.function.LongSupplier;

/// [ItemDegrees] as sessions ask for them.
public final class ItemDegreesDescriptor implements AlgorithmDescriptor<ItemDegreesParameters> {
  @Override
  public ItemDegreesParameters defaults() {
    return new ItemDegreesParameters();
  }

  @Override
  public ItemDegreesParameters settle(ItemDegreesParameters asked, int items, LongSupplier seeds) {
    return asked;
  }

  @Override
  public ItemDegrees build(ItemDegreesParameters settled, int items) {
    return new ItemDegrees(items);
  }
}
