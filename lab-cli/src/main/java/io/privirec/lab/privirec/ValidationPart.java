package io.privirec.lab.privirec;

import io.privirec.filter.data.Dataset;

/// The data on which experiments choose settings: a seeded tenth of train is held out of it; test
/// takes no part.
public final class ValidationPart {
  private static final long SEED = 0x76616c;

  private ValidationPart() {}

  public static Dataset of(Dataset dataset) {
    return dataset.validation(SEED);
  }
}
