package io.privirec.client.runtime;

import static io.privirec.client.runtime.RefusedException.require;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Roster;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/// Under which threat models, and with whom, the holder lets its participants be summed.
///
/// @param weakest the weakest model accepted
/// @param roster who may be in a cohort, as it stands when asked; empty when nobody has said
public record Trust(ThreatModel weakest, Supplier<Optional<Roster>> roster) {
  /// Refuses a session before anything is prepared for it. Its view is not signed; the records of
  /// its rounds are, and are checked again.
  void checkSession(String label) throws RefusedException {
    Optional<ThreatModel> model =
        Arrays.stream(ThreatModel.values()).filter(known -> known.label().equals(label)).findAny();
    require(
        model.isPresent() && accepts(model.get()),
        Refusal.THREAT_MODEL_REFUSED,
        "the session's threat model is weaker than " + weakest.label());
  }

  /// Refuses the record of a round.
  void checkRound(RoundRecord record) throws RefusedException {
    require(
        accepts(record.threatModel()),
        Refusal.THREAT_MODEL_REFUSED,
        "the round's threat model is weaker than " + weakest.label());
    Optional<Roster> members = roster.get();
    require(
        members.isPresent() || record.threatModel() == ThreatModel.SEMI_HONEST,
        Refusal.ROSTER_MISSING,
        "a semi-malicious round needs a roster, and none is in force");
    Optional<ParticipantId> outside = members.flatMap(m -> m.firstOutside(record.cohort()));
    require(
        outside.isEmpty(),
        Refusal.OUTSIDE_ROSTER,
        outside.map(ParticipantId::value).orElse("")
            + " is in the cohort and not, or with another key, on the roster");
  }

  private boolean accepts(ThreatModel model) {
    return switch (weakest) {
      case SEMI_HONEST -> true;
      case SEMI_MALICIOUS -> model == ThreatModel.SEMI_MALICIOUS;
    };
  }
}
