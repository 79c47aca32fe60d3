package io.privirec.federation.registry;

import io.privirec.federation.InvalidParametersException;

/// An algorithm of that name does not exist in this version.
public final class UnknownAlgorithmException extends InvalidParametersException {
  UnknownAlgorithmException() {
    super("/algorithm", "must be one of: " + String.join(", ", AlgorithmRegistry.NAMES));
  }
}
