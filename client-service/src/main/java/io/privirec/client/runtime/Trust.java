package io.privirec.client.runtime;

import static io.privirec.client.runtime.RefusedException.require;

import io.privirec.secagg.Roster;
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
  /// its rounds are, and the protocol checks those.
  void checkSession(String label) throws RefusedException {
    Optional<ThreatModel> model =
        Arrays.stream(ThreatModel.values()).filter(known -> known.label().equals(label)).findAny();
    require(
        model.isPresent() && model.get().isAtLeast(weakest),
        Refusal.THREAT_MODEL_TOO_WEAK,
        "the session's threat model is weaker than " + weakest.label());
  }
}
