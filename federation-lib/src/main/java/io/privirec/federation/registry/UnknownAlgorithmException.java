package io.privirec.federation.registry;

import io.privirec.federation.InvalidParametersException;
import java.util.List;

/// An algorithm of that name does not exist in this version.
public final class UnknownAlgorithmException extends InvalidParametersException {
  UnknownAlgorithmException(List<String> known) {
    super("/algorithm", "must be one of: " + String.join(", ", known));
  }
}
