package io.privirec.round;

import io.privirec.secagg.ParticipantId;
import java.util.Set;

/// How far a round is.
///
/// @param expected participants that are still in the round
/// @param awaited those of them that owe the message of its phase
public record RoundProgress(Round round, int expected, Set<ParticipantId> awaited) {
  static RoundProgress of(RoundState current) {
    Round round = current.round();
    int expected =
        round.status() == RoundStatus.SUMMING || round.status() == RoundStatus.DONE
            ? round.survivors().size()
            : round.terms().cohort().size() - current.state().dropouts().size();
    return new RoundProgress(round, expected, Set.copyOf(current.state().awaiting()));
  }

  /// Participants that did their part in the phase.
  public int arrived() {
    return expected - awaited.size();
  }

  /// Participants whose masked input is complete.
  public int committed() {
    return switch (round.phase()) {
      case ADVERTISE_KEYS, REVEAL_SEED, ENCAPSULATE_KEYS, SHARE_KEYS -> 0;
      case MASKED_INPUT -> arrived();
      case CONSISTENCY_CHECK, UNMASK -> expected;
    };
  }
}
