package io.privirec.round.circle.back;

import io.privirec.round.circle.there.There;
import java.util.Optional;

/// The other half.
public record Back(Optional<There> there) {
  boolean isThere(There other) {
    return there.filter(other::equals).isPresent();
  }
}
