package io.privirec.secagg.coordinator;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.MaskedInputCommitment;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;

/// What the two final states have in common.
sealed interface Over extends CoordinatorState
    permits CoordinatorState.Unmasked, CoordinatorState.Aborted {
  Transcript transcript();

  @Override
  default RoundRecord record() {
    return transcript().record();
  }

  @Override
  default Optional<Phase> phase() {
    return Optional.empty();
  }

  @Override
  default SortedSet<ParticipantId> awaiting() {
    return Collections.emptySortedSet();
  }

  @Override
  default Optional<CoordinatorMessage> messageFor(ParticipantId participant) {
    return Optional.empty();
  }

  @Override
  default Optional<MaskedInputCommitment> commitmentOf(ParticipantId participant) {
    return Optional.ofNullable(transcript().commitments().get(participant));
  }
}
