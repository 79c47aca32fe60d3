package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a session would cost, before it starts.
///
/// @param noise `none`: the sums over data carry no noise; absent: they carry noise, or depend on
///   no data
/// @param keyAgreement `x25519` or `x25519-mlkem768`
/// @param roundKind `closed` or `tolerant`
/// @param rosterVersion that names the cells; absent: the session is tolerant
/// @param cells whose members are the cohort; empty: the session is tolerant
/// @param neighbours participants that each one masks with
/// @param thresholds of a tolerant session's first round
/// @param privacy what the noise of its sums will protect; absent where they are exact
/// @param itemFeatures of the catalogue, which the model is fitted to, too; absent: they are not
///   read
/// @param items length of the catalogue; 0 where the algorithm is not about items
/// @param bytesUpPerParticipant masked input over all rounds, without protocol messages
/// @param bytesDownPerParticipant broadcasts over all rounds
/// @param protocolBytesUpPerParticipant at most, over all rounds: keys, signatures, in tolerant
///   sessions shares
/// @param protocolBytesDownPerParticipant at most, over all rounds: everyone's keys, in tolerant
///   sessions shares and survivors
/// @param coordinatorDiskBytes staged contributions and sums of the largest round, all broadcasts,
///   what is kept between rounds, and the release; where it depends on the data, as expected
/// @param coordinatorHeapBytes largest working set of the coordinator's numeric steps
/// @param warnings what is known of such parameters, in sentences; mostly none
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionPlan(
    String algorithm,
    @ByAlgorithm AlgorithmParameters parameters,
    @Schema(allowableValues = SessionRequest.NO_NOISE) @Nullable String noise,
    int participants,
    int items,
    String threatModel,
    String keyAgreement,
    String roundKind,
    @Nullable Integer rosterVersion,
    List<Integer> cells,
    int neighbours,
    @Nullable Thresholds thresholds,
    @Nullable PrivacyPlan privacy,
    @Nullable ItemFeatures itemFeatures,
    List<RoundPlan> rounds,
    long bytesUpPerParticipant,
    long bytesDownPerParticipant,
    long protocolBytesUpPerParticipant,
    long protocolBytesDownPerParticipant,
    long coordinatorDiskBytes,
    long coordinatorHeapBytes,
    List<String> warnings) {
  public SessionPlan {
    warnings = List.copyOf(warnings);
    cells = List.copyOf(cells);
    rounds = List.copyOf(rounds);
  }

  /// The counts of a tolerant session's first round. They follow from cohort, threat model and
  /// fractions.
  ///
  /// @param corrupt participants that may collude with the coordinator
  /// @param drops participants that may leave the round
  /// @param neighbours participants that each one shares its secrets with
  /// @param threshold shares that reconstruct a secret
  /// @param minSurvivors participants that must be left in every phase
  public record Thresholds(
      int cohort, int corrupt, int drops, int neighbours, int threshold, int minSurvivors) {}

  /// What noise protects.
  ///
  /// @param epsilon that the sums reach together at delta if no attempt is repeated, computed from
  ///   the mechanisms
  /// @param epsilonReserved the most that the session can spend, with all attempts that its policy
  ///   allows. Both ledgers reserve it. Repeated attempts of tolerant rounds, or over fewer cells,
  ///   have other noise
  /// @param epsilonTwoHolders the same for a person with data at two holders of the cohort
  /// @param epsilonThreeHolders the same for a person with data at three holders of the cohort
  /// @param epsilonLifetime ε of all noisy sums since the ledger began, of the poorest participant:
  ///   once this session has spent its budget, with the attempts that its policy allows
  /// @param epsilonPeriod the same for the noisy sums of the period
  /// @param period how long a sum counts in `epsilonPeriod`
  /// @param delta δ of each ε
  /// @param unit what is protected: `user`
  /// @param colluders how many participants may tell their noise, or leave it out
  /// @param dropouts how many may be missing from a sum
  /// @param inflation what these cost: the standard deviation of a sum's noise over the needed one
  /// @param sums those that are counted
  public record PrivacyPlan(
      double epsilon,
      double epsilonReserved,
      double epsilonTwoHolders,
      double epsilonThreeHolders,
      double epsilonLifetime,
      double epsilonPeriod,
      Duration period,
      double delta,
      String unit,
      String adjacency,
      int colluders,
      int dropouts,
      double inflation,
      List<NoisySum> sums) {
    public PrivacyPlan {
      sums = List.copyOf(sums);
    }
  }

  /// What the catalogue tells of items beside their names. It is public: whoever has the release
  /// has the catalogue, by its digest.
  ///
  /// @param categories how many there are
  /// @param items how many are in any
  @Schema(name = "PlannedItemFeatures")
  public record ItemFeatures(int categories, int items) {}

  /// One sum with noise.
  ///
  /// @param localStandardDeviation of what each participant adds to each element
  /// @param totalStandardDeviation of the noise of a sum of all
  /// @param mechanism as `./privirec privacy account` takes it
  public record NoisySum(
      String round,
      double localStandardDeviation,
      double totalStandardDeviation,
      String mechanism) {}

  /// One round of the plan.
  ///
  /// @param spareBits ring bits left above the proven capacity
  public record RoundPlan(
      String name,
      long elements,
      int chunks,
      int ringBits,
      int scaleBits,
      double spareBits,
      StagingView staging) {}
}
