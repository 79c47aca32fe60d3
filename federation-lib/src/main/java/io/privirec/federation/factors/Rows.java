package io.privirec.federation.factors;

import io.privirec.federation.InvalidParametersException;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.wire.algorithm.RowParameters;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// What the rows of users are, whose singular vectors are sought.
public sealed interface Rows {
  /// R̃, whose product has eigenvalues of at most 1: what graph filters are made of.
  record Normalised() implements Rows {}

  /// 1 for what a user has.
  record Interactions() implements Rows {}

  /// Ratings, not centred.
  ///
  /// @param largest larger moduli are cut to it, positive
  record Ratings(double largest) implements Rows {
    public Ratings {
      if (!(largest > 0 && largest <= MOST)) {
        throw new IllegalArgumentException(
            "largest must be in (0, %s]. Provided value: %s".formatted(MOST, largest));
      }
    }

    private static final double MOST = 1e3;
  }

  /// Returns the rows that parameters ask for.
  ///
  /// @throws InvalidParametersException if the kind is unknown
  static Rows of(RowParameters asked) throws InvalidParametersException {
    return InvalidParametersException.choice(
        "/parameters/rows/kind",
        asked.kind(),
        List.of(new Normalised(), new Interactions(), new Ratings(asked.largest())),
        Rows::label);
  }

  /// Name in the API.
  default String label() {
    return switch (this) {
      case Normalised _ -> "normalised";
      case Interactions _ -> "interactions";
      case Ratings _ -> "ratings";
    };
  }

  /// A participant's rows of the items that are in the session.
  ///
  /// @param itemDegrees V as broadcast, 0 for the items that left the session
  default NodeRows of(RatingMatrix data, long[] itemDegrees) {
    return switch (this) {
      case Normalised _ ->
          NodeRows.normalised(data.pattern().withSupport(itemDegrees, 1), itemDegrees);
      case Interactions _ -> NodeRows.interactions(data.pattern().withSupport(itemDegrees, 1));
      case Ratings(double largest) ->
          NodeRows.ratings(data.only(supported(data.pattern(), itemDegrees)), largest);
    };
  }

  private static BitSet supported(InteractionMatrix pattern, long[] itemDegrees) {
    BitSet positions = new BitSet();
    for (int position = 0; position < pattern.interactions(); position++) {
      positions.set(position, itemDegrees[pattern.column(position)] > 0);
    }
    return positions;
  }

  /// Whether products of rows have few different numbers, which makes it easy to tell them from few
  /// sums of them.
  default boolean tellWholeNumbers() {
    return !(this instanceof Normalised);
  }

  /// What a product is divided by: the number of users, where eigenvalues would grow with it.
  default double divisor(long users) {
    return this instanceof Normalised ? 1 : Math.max(1, users);
  }

  /// Largest modulus of a number of a participant's product with an orthonormal basis, divided: the
  /// squared norm of its rows is the most that an eigenvalue can be.
  ///
  /// Rows that are normalised have at most 1 together. Of others, each has a squared norm of at
  /// most the number of items times that of an entry, and there are no more of them than users.
  default double bound(int items) {
    return switch (this) {
      case Normalised _ -> 1;
      case Interactions _ -> items;
      case Ratings(double largest) -> largest * largest * items;
    };
  }

  /// V as filters are folded with: eigenvectors of what is not normalised need no normalising.
  default long[] foldedWith(long[] itemDegrees) {
    return this instanceof Normalised
        ? itemDegrees
        : Arrays.stream(itemDegrees).map(degree -> Math.min(1, degree)).toArray();
  }

  /// Lines of a session's digest.
  default List<Object> lines() {
    return this instanceof Ratings(double largest)
        ? List.of(label(), Double.doubleToRawLongBits(largest))
        : List.of(label());
  }

  /// A product, divided.
  default void divide(TallMatrix product, long users) {
    double divisor = divisor(users);
    for (int n = 0; n < product.data().length; n++) {
      product.data()[n] /= divisor;
    }
  }
}
