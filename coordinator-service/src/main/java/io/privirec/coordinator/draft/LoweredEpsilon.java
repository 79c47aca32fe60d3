package io.privirec.coordinator.draft;

import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.NoisyParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Lowers the epsilon of a session whose participants cannot add as little noise as it asks for.
final class LoweredEpsilon {
  private LoweredEpsilon() {}

  /// Returns the session with the epsilon of the noise that there is. Nothing else that was settled
  /// changes.
  static SessionDraft of(SessionDraft asked) {
    OptionalDouble lowered = PlannedNoise.lowered(asked);
    if (lowered.isEmpty()
        || !(asked.algorithm().disclosure() instanceof Disclosure.NoisySums(var noise))) {
      return asked;
    }
    AlgorithmParameters settled = of(asked.parameters(), lowered.getAsDouble());
    try {
      return asked.lowered(
          noise.target().epsilon(),
          settled,
          AlgorithmRegistry.build(settled, asked.catalogue().items()));
    } catch (InvalidParametersException e) {
      throw new DraftRefusal(Reason.INVALID_FIELD, e.pointer(), String.valueOf(e.getMessage()));
    }
  }

  private static AlgorithmParameters of(AlgorithmParameters settled, double epsilon) {
    if (!(settled instanceof NoisyParameters noisy)) {
      throw new IllegalArgumentException("sums without noise have no epsilon to be lowered");
    }
    return noisy.withNoise(lowered(noisy.privacy(), epsilon));
  }

  private static PrivacyParameters lowered(@Nullable PrivacyParameters settled, double epsilon) {
    PrivacyParameters privacy = Objects.requireNonNull(settled);
    return privacy.withEpsilon(epsilon);
  }
}
