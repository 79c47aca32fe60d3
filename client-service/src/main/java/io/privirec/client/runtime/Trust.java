package io.privirec.client.runtime;

import static io.privirec.client.runtime.RefusedException.require;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Roster;
import io.privirec.session.OnLoss;
import io.privirec.wire.SessionView;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Under which threat models, and with whom, the holder lets its participants be summed.
///
/// @param weakest the weakest model accepted
/// @param strictOnly whether sessions that go on after a loss are refused
/// @param roster who may be in a cohort, as it stands when asked; empty when nobody has said
public record Trust(ThreatModel weakest, boolean strictOnly, Supplier<Optional<Roster>> roster) {
  /// The threat model that a session shows. Its view is not signed; the records of its rounds are,
  /// and must agree with it.
  ///
  /// @throws RefusedException if it is not accepted
  ThreatModel threatModel(SessionView session) throws RefusedException {
    Optional<ThreatModel> model =
        named(ThreatModel.values(), ThreatModel::label, session.threatModel());
    require(
        model.isPresent() && model.get().isAtLeast(weakest),
        Refusal.THREAT_MODEL_TOO_WEAK,
        "the session's threat model is weaker than " + weakest.label());
    return model.get();
  }

  /// The key agreement that a session shows.
  static KeyAgreement keyAgreement(SessionView session) throws RefusedException {
    return named(KeyAgreement.values(), KeyAgreement::label, session.keyAgreement())
        .orElseThrow(() -> new RefusedException(Refusal.POLICY_UNKNOWN, "unknown key agreement"));
  }

  /// What a session says it does about losses.
  ///
  /// @throws RefusedException if it is not accepted
  OnLoss onLoss(SessionView session) throws RefusedException {
    OnLoss onLoss =
        named(OnLoss.values(), OnLoss::label, session.onLoss())
            .orElseThrow(() -> new RefusedException(Refusal.POLICY_UNKNOWN, "unknown onLoss"));
    requireAccepted(onLoss);
    return onLoss;
  }

  /// Refuses what the holder does not accept, perhaps since a short time only.
  void requireAccepted(OnLoss onLoss) throws RefusedException {
    require(
        onLoss == OnLoss.STRICT || !strictOnly,
        Refusal.LOSS_TOLERATED,
        "the session goes on after losses");
  }

  private static <T> Optional<T> named(T[] all, Function<T, String> label, String name) {
    return Arrays.stream(all).filter(each -> label.apply(each).equals(name)).findAny();
  }
}
