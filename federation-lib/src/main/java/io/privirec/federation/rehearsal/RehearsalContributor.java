package io.privirec.federation.rehearsal;

import io.privirec.federation.Contribution;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;

/// A participant's side of a rehearsal.
final class RehearsalContributor implements Contributor {
  private final Rehearsal algorithm;

  RehearsalContributor(Rehearsal algorithm) {
    this.algorithm = algorithm;
  }

  /// Numbers are made as they are sent.
  @Override
  public long workingSetBytes() {
    return 0;
  }

  @Override
  public Contribution values(RoundInput input) {
    RehearsalValues values =
        RehearsalValues.of(algorithm, input.round().index(), input.participant());
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, values.at(offset + i));
      }
    };
  }
}
