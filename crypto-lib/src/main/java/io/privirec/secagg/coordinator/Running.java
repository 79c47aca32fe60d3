package io.privirec.secagg.coordinator;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.MaskedInputCommitment;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/// What the four states with an open phase have in common.
sealed interface Running extends CoordinatorState
    permits CoordinatorState.AdvertisingKeys,
        CoordinatorState.SharingKeys,
        CoordinatorState.CollectingMaskedInput,
        CoordinatorState.Unmasking {
  Transcript transcript();

  Phase openPhase();

  @Override
  default RoundRecord record() {
    return transcript().record();
  }

  @Override
  default Optional<Phase> phase() {
    return Optional.of(openPhase());
  }

  @Override
  default SortedSet<ParticipantId> awaiting() {
    return transcript().awaitedIn(openPhase());
  }

  @Override
  default SortedMap<ParticipantId, Phase> dropouts() {
    return transcript().dropoutsBefore(openPhase());
  }

  @Override
  default Optional<MaskedInputCommitment> commitmentOf(ParticipantId participant) {
    return Optional.ofNullable(transcript().commitments().get(participant));
  }
}
