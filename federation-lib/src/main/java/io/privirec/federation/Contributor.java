package io.privirec.federation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.peer.PeerFailureException;
import io.privirec.federation.peer.PeerSums;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The participant's side of an algorithm: what to send in a round. One instance may serve several
/// participants of one process and several threads.
public interface Contributor {
  /// Makes the values of one participant in one round, without noise.
  @FunctionalInterface
  interface Values {
    /// Returns the values.
    ///
    /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
    ///   bound
    Contribution of(RoundInput input) throws IOException;
  }

  /// Returns a contributor that makes values and does nothing else.
  ///
  /// @param workingSetBytes of [#workingSetBytes()]
  static Contributor of(long workingSetBytes, Values values) {
    return new Contributor() {
      @Override
      public Contribution values(RoundInput input) throws IOException {
        return values.of(input);
      }

      @Override
      public long workingSetBytes() {
        return workingSetBytes;
      }
    };
  }

  /// Prepares what one participant masks in one round: its values, with its share of the round's
  /// noise.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  default Contribution contribute(RoundInput input) throws IOException {
    Contribution values = values(input);
    return input.noise().map(share -> share.over(values)).orElse(values);
  }

  /// The values of one participant in one round, without noise. Only for [#contribute].
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  Contribution values(RoundInput input) throws IOException;

  /// Whether a participant looks at the broadcast of a round before it advertises keys for it.
  default boolean looksFirst(ParticipantId participant, RoundSpec round) {
    return false;
  }

  /// Looks at a round's broadcast before the participant advertises keys for the round, where
  /// [#looksFirst] says so. What it refuses, nobody contributes to: without its keys nobody's
  /// values are masked.
  ///
  /// @param input without data
  /// @throws ContributionRefusedException when the broadcast is not theirs to go on with
  default void admit(RoundInput input) throws IOException {}

  /// Computes with the other participants what this one contributes afterwards, where
  /// [Algorithm#peers()] says so.
  ///
  /// The same input and the same sums give the same result and ask for the same sums, to the last
  /// bit: after a restart it is done again.
  ///
  /// @param input with the session's secret
  /// @param sums made among all participants
  /// @param result a file that it writes, for [RoundInput#found()]
  default void meet(RoundInput input, PeerSums sums, Path result)
      throws IOException, PeerFailureException, InterruptedException {
    throw new UnsupportedOperationException("nothing is computed among participants");
  }

  /// What every broadcast of a session must repeat: V and the number of users. A coordinator that
  /// changed them from one round to the next would have different normalisations of one history
  /// summed. Nothing for rounds without a broadcast.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed
  default Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    return Optional.empty();
  }

  /// Bytes that a process holds at once to contribute for its participants, beside their data and
  /// whatever that is. A client-service rejects a session for which its heap is too small.
  long workingSetBytes();
}
