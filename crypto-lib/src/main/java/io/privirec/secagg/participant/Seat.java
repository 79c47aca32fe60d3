package io.privirec.secagg.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import java.util.ArrayList;
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
    KEYS_PUBLISHED,
    SEEDS_PUBLISHED,
    SHARES_DELIVERED,
    INPUT_COMMITTED,
    SURVIVORS_NAMED,
    UNMASK_REQUESTED;

    /// The steps of a round.
    static List<Step> of(RoundRecord record) {
      List<Step> steps = new ArrayList<>(List.of(values()));
      if (record.thresholds().isComplete()) {
        steps.remove(SEEDS_PUBLISHED);
      }
      if (!record.has(Phase.CONSISTENCY_CHECK)) {
        steps.remove(SURVIVORS_NAMED);
      }
      return steps;
    }
  }
}
