package io.privirec.secagg.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What a participant in a round never forgets: the terms, who it is, and what it has learnt so
/// far, so that the same told again can be told from something else.
///
/// @param learnt digests of the events taken, in the order of [Step]s of the round
record Seat(RoundRecord record, ParticipantId self, List<Digest> learnt) {
  Seat {
    learnt = List.copyOf(learnt);
    if (learnt.size() > Step.of(record).size()) {
      throw new IllegalArgumentException("more was learnt than the round has steps");
    }
    if (!record.contains(self)) {
      throw new IllegalArgumentException("seat is not one of a member of the cohort");
    }
  }

  Seat after(ParticipantEvent event) {
    List<Digest> longer = new ArrayList<>(learnt);
    longer.add(event.digest());
    return new Seat(record, self, longer);
  }

  /// What becomes of a participant in a round, in order.
  enum Step {
    KEYS_PUBLISHED(Phase.ADVERTISE_KEYS),
    SEEDS_PUBLISHED(Phase.REVEAL_SEED),
    ENCAPSULATIONS_DELIVERED(Phase.ENCAPSULATE_KEYS),
    SHARES_DELIVERED(Phase.SHARE_KEYS),
    INPUT_COMMITTED(Phase.MASKED_INPUT),
    SURVIVORS_NAMED(Phase.CONSISTENCY_CHECK),
    UNMASK_REQUESTED(Phase.UNMASK);

    /// A round without the phase has not the step.
    private final Phase phase;

    Step(Phase phase) {
      this.phase = phase;
    }

    /// The steps of a round.
    static List<Step> of(RoundRecord record) {
      return Arrays.stream(values()).filter(step -> record.has(step.phase)).toList();
    }
  }
}
