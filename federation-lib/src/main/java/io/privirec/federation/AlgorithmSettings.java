package io.privirec.federation;

import io.privirec.filter.matrix.RatingMatrix;
import java.util.List;
import java.util.Optional;

/// The settled parameters of an algorithm, as its family computes with them.
public interface AlgorithmSettings {
  /// The algorithm of these parameters, for a single session: its rounds may keep numbers that a
  /// participant drew or read in an earlier round.
  Algorithm algorithm();

  /// Returns the model that a session over these data publishes.
  ///
  /// @param data of all participants; shape [users, items]
  /// @throws IllegalArgumentException if the model depends on more than interactions and ratings
  Reference reference(RatingMatrix data);

  /// Returns why a session over such data ends without a model; empty if nothing is in its way. The
  /// coordinator finds the reason after the first sum, which tells these numbers.
  ///
  /// @param users with interactions
  /// @param itemDegrees how many of them have each item; shape [items]
  Optional<String> refusal(long users, long[] itemDegrees);

  /// Returns which part of the data the sums of a session are about.
  ///
  /// @param counts of items, as the session published them; only read if they have noise
  /// @param participants in the sums
  List<Selection> selections(long[] counts, int participants);
}
