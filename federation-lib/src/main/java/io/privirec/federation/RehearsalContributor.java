package io.privirec.federation;

/// A participant's side of a rehearsal.
final class RehearsalContributor implements Contributor {
  private final Rehearsal algorithm;

  RehearsalContributor(Rehearsal algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public Contribution contribute(RoundInput input) {
    RehearsalValues values =
        RehearsalValues.of(algorithm, input.round().index(), input.participant());
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, values.at(offset + i));
      }
    };
  }

  @Override
  public boolean readsData() {
    return false;
  }
}
