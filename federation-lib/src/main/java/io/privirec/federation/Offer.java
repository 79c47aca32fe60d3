package io.privirec.federation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The form in which a program with data at hand offers an algorithm, such as `./run`. A service
/// does not read it.
///
/// @param about a line of help
/// @param traits of its sessions
/// @param rank the parameter of the model's rank; empty for a model without factors
/// @param iterations the parameter that counts secure sums
/// @param suiting parameters that suit the data
public record Offer(
    String about,
    Set<Trait> traits,
    Optional<Setting> rank,
    Optional<Setting> iterations,
    Suiting suiting) {
  public Offer {
    traits = Set.copyOf(traits);
  }

  /// A property of sessions.
  public enum Trait {
    /// The model predicts ratings, so that data must have ratings.
    PREDICTS_RATINGS,
    /// Participants send messages to each other.
    MEETS_PEERS
  }

  /// A parameter with an option of its own.
  ///
  /// @param path in the API: `factors.k`
  /// @param counts the unit in words
  /// @param standard the default in words
  public record Setting(String path, String counts, String standard) {}

  /// The data, as far as parameters depend on them.
  ///
  /// @param users with interactions
  /// @param staying how many items a session keeps
  /// @param participant the id of a participant
  public record DataAtHand(int users, int items, Staying staying, String participant) {}

  /// Counts items.
  @FunctionalInterface
  public interface Staying {
    /// Returns how many items have at least so many users.
    int with(int minSupport);
  }

  /// Chooses parameters by the data.
  @FunctionalInterface
  public interface Suiting {
    /// Returns parameters beside those that a person gave, by their paths.
    ///
    /// @param rank that the person asked for
    /// @param given by the person, by their paths
    /// @throws InvalidParametersException if the rank is too large for the data
    Map<String, Object> of(@Nullable Integer rank, Map<String, String> given, DataAtHand data)
        throws InvalidParametersException;
  }

  /// Offers a model with a rank and a number of sums.
  public Offer(String about, Set<Trait> traits, Setting rank, Setting iterations) {
    this(
        about,
        traits,
        Optional.of(rank),
        Optional.of(iterations),
        (asked, _, _) -> asked == null ? Map.of() : Map.of(rank.path(), asked));
  }
}
