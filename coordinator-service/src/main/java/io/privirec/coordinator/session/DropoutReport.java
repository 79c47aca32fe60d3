package io.privirec.coordinator.session;

import io.privirec.round.Round;
import io.privirec.round.RoundStatus;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.wire.SessionView.Missing;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// Who was lost on the way, and where.
final class DropoutReport {
  private DropoutReport() {}

  /// Who is missing as the session stands: everyone who missed a deadline, and has not answered in
  /// the attempt after it.
  ///
  /// @param rounds of one session, in order
  /// @param awaited who owes the message of the open phase; nobody where no round is open
  static List<Missing> of(List<Round> rounds, Set<ParticipantId> awaited) {
    NavigableMap<ParticipantId, Missing> missing = new TreeMap<>();
    for (Round round : rounds) {
      boolean first = round.status() == RoundStatus.OPEN && round.phase() == Phase.ADVERTISE_KEYS;
      round.terms().cohort().stream()
          .filter(member -> !first || !awaited.contains(member.id()))
          .forEach(member -> missing.remove(member.id()));
      round
          .dropouts()
          .forEach((lost, phase) -> {
            if (phase.compareTo(Phase.MASKED_INPUT) <= 0 || round.status() == RoundStatus.FAILED) {
              missing.put(
                  lost,
                  new Missing(
                      lost.value(),
                      round.terms().roundIndex(),
                      round.terms().attempt(),
                      phase.name()));
            }
          });
    }
    return List.copyOf(missing.values());
  }

  /// Participants of the latest sum; nobody before the first.
  static Collection<ParticipantId> survivors(List<Round> rounds) {
    return rounds.reversed().stream()
        .filter(round -> round.status() != RoundStatus.OPEN)
        .filter(round -> round.status() != RoundStatus.FAILED)
        .findFirst()
        .<Collection<ParticipantId>>map(Round::survivors)
        .orElse(Set.of());
  }
}
