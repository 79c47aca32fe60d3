package io.privirec.session;

import static io.privirec.session.Settings.orDrawn;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.require;
import static io.privirec.session.Settings.settled;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.RehearsalParameters;
import java.util.Set;
import java.util.function.LongSupplier;

/// Defaults of a rehearsal.
final class RehearsalSettings {
  private static final int DEFAULT_ROUNDS = 1;
  private static final int DEFAULT_RING_BITS = 32;
  private static final String TOLERANT = "tolerant";
  private static final String CLOSED = "closed";
  private static final Set<Integer> RING_BITS = Set.of(16, 24, 32, 64);

  private RehearsalSettings() {}

  static RehearsalParameters settle(RehearsalParameters asked, LongSupplier seeds)
      throws InvalidParametersException {
    require("elements", asked.elements() != null, "is required");
    int ringBits = orElse(asked.ringBits(), DEFAULT_RING_BITS);
    require("ringBits", RING_BITS.contains(ringBits), "must be 16, 24, 32 or 64");
    String roundKind = orElse(asked.roundKind(), TOLERANT);
    require(
        "roundKind",
        roundKind.equals(TOLERANT) || roundKind.equals(CLOSED),
        "must be tolerant or closed");
    return new RehearsalParameters(
        asked.elements(),
        orElse(asked.rounds(), DEFAULT_ROUNDS),
        orDrawn(asked.seed(), seeds),
        ringBits,
        roundKind);
  }

  static Rehearsal algorithm(RehearsalParameters parameters) {
    return new Rehearsal(
        settled(parameters.elements()),
        settled(parameters.rounds()),
        settled(parameters.seed()),
        settled(parameters.ringBits()),
        settled(parameters.roundKind()).equals(CLOSED));
  }
}
