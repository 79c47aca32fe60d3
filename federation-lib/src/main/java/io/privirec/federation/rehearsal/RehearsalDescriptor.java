package io.privirec.federation.rehearsal;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [Rehearsal] as sessions ask for it.
public final class RehearsalDescriptor implements AlgorithmDescriptor<RehearsalParameters> {
  private static final String ELEMENTS = "/parameters/elements";
  private static final String CLOSED = "closed";
  private static final Set<String> ROUND_KINDS = Set.of("tolerant", CLOSED);
  private static final Set<Integer> RING_BITS = Set.of(16, 24, 32, 64);

  @Override
  public RehearsalParameters defaults() {
    return RehearsalParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.NoData();
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.empty();
  }

  @Override
  public boolean needsCatalogue() {
    return false;
  }

  @Override
  public RehearsalParameters settle(
      RehearsalParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    require(
        RING_BITS.contains(asked.ringBits()), "/parameters/ringBits", "must be 16, 24, 32 or 64");
    require(
        ROUND_KINDS.contains(asked.roundKind()),
        "/parameters/roundKind",
        "must be tolerant or closed");
    Long seed = asked.seed();
    return asked
        .withElements(given(ELEMENTS, asked.elements()))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed);
  }

  @Override
  public Rehearsal build(RehearsalParameters settled, int items) throws InvalidParametersException {
    return new Rehearsal(
        given(ELEMENTS, settled.elements()),
        settled.rounds(),
        given("/parameters/seed", settled.seed()),
        settled.ringBits(),
        settled.roundKind().equals(CLOSED));
  }
}
