package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerSums;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// One round of a session: the vector to sum, the values of a participant, and the step of the
/// coordinator after the sum. A round may serve several participants of one process and several
/// threads.
///
/// The coordinator's side holds no state. The results of earlier rounds lie as files in the
/// session's working directory. Each file is written to a temporary name and renamed. A step that
/// is repeated after a crash writes the same bytes again.
///
/// @param values of a participant
/// @param completion the step after the sum
/// @param constants the numbers that every broadcast of the session must repeat; empty for rounds
///   without a broadcast
/// @param inspection of the broadcast, before keys are advertised
/// @param peers the computation of participants among themselves, before they contribute
public record Round(
    RoundSpec spec,
    Values values,
    Completion completion,
    Optional<Constants> constants,
    Optional<Inspection> inspection,
    Optional<PeerComputation> peers) {
  /// Makes the values of one participant.
  @FunctionalInterface
  public interface Values {
    /// Returns the values without noise.
    ///
    /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
    ///   bound
    Contribution of(RoundInput input) throws IOException;

    /// Returns the vector to mask: the values with the participant's share of the round's noise.
    ///
    /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
    ///   bound
    default Contribution withNoise(RoundInput input) throws IOException {
      Contribution values = of(input);
      return input.noise().map(share -> share.over(values)).orElse(values);
    }
  }

  /// Takes a sum and returns the next step.
  @FunctionalInterface
  public interface Completion {
    PlanStep of(Aggregate sum, Path workDirectory) throws IOException;
  }

  /// Reads V and the number of users from a broadcast. A coordinator that changed them from one
  /// round to the next would have different normalisations of one history summed.
  @FunctionalInterface
  public interface Constants {
    Digest of(Path broadcast) throws IOException;
  }

  /// A participant looks at the broadcast before it advertises keys for the round. If it refuses,
  /// no participant contributes: without its keys no values are masked.
  public record Inspection(ParticipantId by, Check check) {
    /// Looks at a broadcast.
    @FunctionalInterface
    public interface Check {
      /// Refuses a broadcast, or does nothing.
      ///
      /// @param input without data
      /// @throws ContributionRefusedException when the broadcast does not allow the session to go
      ///   on
      void of(RoundInput input) throws IOException;
    }
  }

  /// Participants compute their contributions among themselves.
  ///
  /// @param columns numbers per item that every participant learns from it
  public record PeerComputation(PeerTerms terms, int columns, Step step) {
    /// The part of one participant.
    @FunctionalInterface
    public interface Step {
      /// Computes the contribution. The same input and the same sums give the same result and ask
      /// for the same sums, to the last bit: after a restart it is done again.
      ///
      /// @param input with the session's secret
      /// @param sums made among all participants
      /// @param result a file that it writes, for [RoundInput#found()]
      void of(RoundInput input, PeerSums sums, Path result)
          throws IOException, PeerFailureException, InterruptedException;
    }
  }

  /// A round of values and a completion.
  public Round(RoundSpec spec, Values values, Completion completion) {
    this(spec, values, completion, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /// The same with other values.
  public Round withValues(Values other) {
    return new Round(spec, other, completion, constants, inspection, peers);
  }

  /// The same with another completion.
  public Round withCompletion(Completion other) {
    return new Round(spec, values, other, constants, inspection, peers);
  }

  /// The same, whose broadcast repeats constants of the session.
  public Round repeating(Constants repeated) {
    return new Round(spec, values, completion, Optional.of(repeated), inspection, peers);
  }

  /// The same with a look at the broadcast.
  public Round inspected(Inspection before) {
    return new Round(spec, values, completion, constants, Optional.of(before), peers);
  }

  /// The same after a computation of participants among themselves.
  public Round afterPeers(PeerComputation before) {
    return new Round(spec, values, completion, constants, inspection, Optional.of(before));
  }

  /// Position in the session, from 0.
  public int index() {
    return spec.index();
  }

  /// Prepares the vector that a participant masks: its values, with its share of the noise.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  public Contribution contribution(RoundInput input) throws IOException {
    return values.withNoise(input);
  }

  /// Takes the sum and returns the next step.
  public PlanStep complete(Aggregate sum, Path workDirectory) throws IOException {
    return completion.of(sum, workDirectory);
  }

  /// The constants of the session in the broadcast.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    return constants.isPresent()
        ? Optional.of(input.fromBroadcast(constants.get()::of))
        : Optional.empty();
  }
}
