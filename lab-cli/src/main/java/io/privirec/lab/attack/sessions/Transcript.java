package io.privirec.lab.attack.sessions;

import io.privirec.federation.Contribution;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.secagg.ParticipantId;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A session of `privirec` with noise: all that any attacker sees, and all that participants drew.
///
/// @param snapshot number of the snapshot that the session is over, from 0
/// @param algorithm of the signed records
/// @param claim of the release
/// @param rounds the opened sums
/// @param release directory with the files of the release; null if the session published nothing
record Transcript(
    int snapshot,
    NoisyPriviRec algorithm,
    Claim claim,
    List<PlayedRound> rounds,
    @Nullable Path release) {
  Transcript {
    rounds = List.copyOf(rounds);
  }

  /// A round whose sum was opened.
  ///
  /// @param broadcast file that the participants received; null without a broadcast
  /// @param opened the sum as signed integers of its ring
  /// @param turns of all participants
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PlayedRound(
      RoundSpec spec,
      @Nullable Path broadcast,
      long[] opened,
      SortedMap<ParticipantId, Turn> turns) {
    PlayedRound {
      turns = Collections.unmodifiableSortedMap(new TreeMap<>(turns));
    }
  }

  /// A participant's computation in a round.
  ///
  /// @param algorithm that it ran: clips users by its settings
  /// @param share noise and random choices
  /// @param noise how the participant added the noise
  record Turn(NoisyPriviRec algorithm, NoiseShare share, Noise noise) {}

  /// How a participant adds its noise to its contribution.
  @FunctionalInterface
  interface Noise {
    /// Adds the noise as [NoiseShare] does.
    Noise OF_SHARE = NoiseShare::over;

    Contribution over(NoiseShare share, Contribution exact);
  }
}
