package io.privirec.federation.als;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Contributor;
import io.privirec.federation.Quantiser;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.RowLayout;
import io.privirec.filter.factor.ItemEquations;
import io.privirec.filter.safetensors.SafetensorsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A participant's side: its counts, then in each step the vectors of its users, which stay here,
/// and what they add to the items' equations.
final class AlsContributor implements Contributor {
  private final Als als;

  AlsContributor(Als als) {
    this.als = als;
  }

  @Override
  public Contribution values(RoundInput input) throws IOException {
    if (input.data().pattern().items() != als.items()) {
      throw new ContributionRefusedException(
          "the session's catalogue has %d items, the data %d"
              .formatted(als.items(), input.data().pattern().items()));
    }
    RoundSpec round = input.round();
    if (round.index() == 0) {
      return als.ratingRound().contribution(input.data());
    }
    AlsBroadcast broadcast = read(input);
    ItemEquations equations =
        ItemEquations.of(
            broadcast.model(), input.data(), broadcast.totals().raters(), als.minSupport());
    return elements(
        round,
        equations,
        als.squares() == 0 ? new float[0] : equations.squares(broadcast.totals().users()));
  }

  private AlsBroadcast read(RoundInput input) throws IOException {
    Path file = input.broadcast();
    if (file == null) {
      throw new ContributionRefusedException(
          "round " + input.round().name() + " needs a broadcast");
    }
    try {
      return AlsBroadcast.read(file, als, input.round().index());
    } catch (SafetensorsException malformed) {
      throw malformed(malformed);
    }
  }

  private static ContributionRefusedException malformed(SafetensorsException malformed) {
    return new ContributionRefusedException(
        "the broadcast is malformed: " + malformed.getMessage());
  }

  /// The triangle of Σ u uᵀ where unseen pairs count, then one item's row at a time.
  private Contribution elements(RoundSpec round, ItemEquations equations, float[] squares) {
    Quantiser quantiser = Quantiser.of(round.vector());
    RowLayout layout = als.layout();
    return (offset, out) -> {
      float[] row = new float[layout.row()];
      layout.forEach(
          offset,
          out.length(),
          (item, from, at, count) -> {
            if (item == RowLayout.HEAD) {
              quantiser.encode(squares, from, out, at, count);
            } else {
              equations.rows(item, item + 1, row);
              quantiser.encode(row, from, out, at, count);
            }
          });
    };
  }

  @Override
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    Path broadcast = input.broadcast();
    if (broadcast == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(AlsBroadcast.digest(AlsBroadcast.totals(broadcast, als.items())));
    } catch (SafetensorsException malformed) {
      throw malformed(malformed);
    }
  }

  /// The items' vectors.
  @Override
  public long workingSetBytes() {
    return 2L * Float.BYTES * als.items() * als.objective().rank();
  }
}
