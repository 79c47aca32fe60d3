package io.privirec.federation.noise;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.roster.Colluders;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Privacy of users as algorithms with noise have it.
///
/// @param itemsPerUser C, items of one user that are counted; null: each item of a user with d
///   items is counted with the weight 1/√d
/// @param bearsLosses whether its rounds are tolerant
public record SettledPrivacy(
    PrivacyTerms terms, @Nullable Integer itemsPerUser, boolean bearsLosses) {
  /// Below this epsilon, popularity tells more than what noise leaves of most entries.
  public static final double SMALL_EPSILON = 2;

  /// From this epsilon on, three thousand items have more signal than noise at ten thousands of
  /// users.
  public static final double LARGE_EPSILON = 8;

  public static final String POINTER = "/parameters/privacy";

  /// Items of one user that are counted, where nobody says how many.
  public static final int DEFAULT_ITEMS_PER_USER = 20;

  public static final String MIN_SUPPORT = "/parameters/minSupport";
  private static final String CLOSED = "closed";
  private static final String TOLERANT = "tolerant";

  public SettledPrivacy {
    if (itemsPerUser != null && itemsPerUser < 1) {
      throw new IllegalArgumentException(
          "itemsPerUser must be at least 1. Provided value: " + itemsPerUser);
    }
  }

  /// Refuses a minimum support beside privacy: noise hides who has an item already, and counts with
  /// noise say little about a few users.
  public static void requireOneOf(@Nullable PrivacyParameters privacy, @Nullable Integer minSupport)
      throws InvalidParametersException {
    require(
        privacy == null || minSupport == null,
        MIN_SUPPORT,
        "is for sums without noise: ask for \"noise\": \"none\", or leave minSupport out");
  }

  /// Fills in what depends on the cohort, and on the algorithm.
  ///
  /// @param itemsPerUser where none are given; null: all, weighted
  public static PrivacyParameters settle(
      PrivacyParameters asked, int participants, @Nullable Integer itemsPerUser) {
    return asked
        .withItemsPerUser(asked.itemsPerUser() != null ? asked.itemsPerUser() : itemsPerUser)
        .withColluders(requireNonNullElse(asked.colluders(), Colluders.of(participants)))
        .withRounds(
            asked.rounds() != null
                ? asked.rounds()
                // With few participants everybody's noise is needed; with many, somebody is always
                // missing.
                : participants <= Thresholds.MAX_COMPLETE ? CLOSED : TOLERANT);
  }

  /// Returns which items of a user count: a sample, or all of them, weighted.
  ///
  /// @param inCounts whether only the sum of counts has the sample
  public List<Selection> selections(boolean inCounts) {
    return itemsPerUser == null
        ? List.of()
        : List.of(new Selection.Sample("privacy.itemsPerUser", itemsPerUser, inCounts));
  }

  /// Returns those of settled parameters of an algorithm that samples items.
  public static SettledPrivacy of(PrivacyParameters settled) throws InvalidParametersException {
    given(POINTER + "/itemsPerUser", settled.itemsPerUser());
    return ofEitherCounts(settled);
  }

  /// Returns those of settled parameters; items are weighted unless their number is given.
  public static SettledPrivacy ofEitherCounts(PrivacyParameters settled)
      throws InvalidParametersException {
    choice(POINTER + "/unit", settled.unit(), List.of(Unit.USER), unit -> "user");
    String rounds =
        choice(
            POINTER + "/rounds",
            given(POINTER + "/rounds", settled.rounds()),
            List.of(CLOSED, TOLERANT),
            each -> each);
    int colluders = given(POINTER + "/colluders", settled.colluders());
    require(colluders >= 0, POINTER + "/colluders", "must be at least 0");
    Integer itemsPerUser = settled.itemsPerUser();
    require(
        itemsPerUser == null || itemsPerUser >= 1, POINTER + "/itemsPerUser", "must be at least 1");
    PrivacyTarget target;
    try {
      target =
          new PrivacyTarget(
              given(POINTER + "/epsilon", settled.epsilon()),
              given(POINTER + "/delta", settled.delta()));
    } catch (PrivacyRefusal refused) {
      throw new InvalidParametersException(POINTER, String.valueOf(refused.getMessage()));
    }
    return new SettledPrivacy(
        new PrivacyTerms(target, Unit.USER, Adjacency.ADD_OR_REMOVE, colluders),
        itemsPerUser,
        rounds.equals(TOLERANT));
  }

  /// A round with its part of the noise.
  ///
  /// @param rho its part of the budget
  public RoundSpec round(
      int index,
      VectorSpec vector,
      long broadcastBytes,
      IntegerSensitivity sensitivity,
      double rho) {
    RoundNoise noise = new RoundNoise(sensitivity, vector.length(), rho, terms.colluders());
    return bearsLosses
        ? new RoundSpec.TolerantSum(
            index, vector.name(), vector, broadcastBytes, Optional.of(noise))
        : new RoundSpec.ClosedSum(index, vector.name(), vector, broadcastBytes, noise);
  }

  /// A session whose sums say nothing.
  ///
  /// @param numbers in words
  public PlanStep.Fail noiseAboveSignal(String numbers) {
    return new PlanStep.Fail(
        "noise-above-signal",
        "%s: more users or a larger epsilon than %s are needed"
            .formatted(numbers, terms.target().epsilon()));
  }

  /// Returns C of an algorithm that samples items.
  public int sampledItems() {
    return Objects.requireNonNull(itemsPerUser, "items are weighted");
  }

  /// The settings as lines of the digest of parameters.
  public List<Object> lines() {
    return List.of(
        "privacy",
        Double.doubleToRawLongBits(terms.target().epsilon()),
        Double.doubleToRawLongBits(terms.target().delta()),
        terms.unit().name(),
        terms.adjacency().name(),
        itemsPerUser == null ? "weighted" : itemsPerUser,
        terms.colluders(),
        bearsLosses ? TOLERANT : CLOSED);
  }
}
