package io.privirec.coordinator.session;

import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.federation.AskedNoise;
import io.privirec.federation.noisy.SettledPrivacy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.PrivacyParameters;
import org.jspecify.annotations.Nullable;

/// Reads which noise a request asks for.
final class AskedNoises {
  private static final double DEFAULT_EPSILON = 3;
  private static final double DEFAULT_DELTA = 1e-6;

  private AskedNoises() {}

  /// Returns the noise of a request.
  ///
  /// @param word that the request states; null: none
  /// @param participants of the cohort
  /// @throws SessionRefusal if the word is not known
  static AskedNoise of(@Nullable String word, int participants) {
    if (word == null) {
      return new AskedNoise.Expected(
          new PrivacyParameters(
              DEFAULT_EPSILON,
              DEFAULT_DELTA,
              PrivacyParameters.USER,
              null,
              SettledPrivacy.defaultColluders(participants),
              null));
    }
    if (!word.equals(SessionRequest.NO_NOISE)) {
      throw new SessionRefusal(
          Reason.INVALID_FIELD,
          "/noise",
          "noise must be absent or \"%s\"".formatted(SessionRequest.NO_NOISE));
    }
    return new AskedNoise.None();
  }

  /// Returns the word for what settled parameters say; null: the sums over data carry noise, or
  /// there are none.
  static @Nullable String word(boolean withoutNoise) {
    return withoutNoise ? SessionRequest.NO_NOISE : null;
  }
}
