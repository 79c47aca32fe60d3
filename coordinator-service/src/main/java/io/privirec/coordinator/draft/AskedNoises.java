package io.privirec.coordinator.draft;

import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.federation.AskedNoise;
import io.privirec.federation.Disclosure;
import io.privirec.federation.OnMissing;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.privacy.Conversion;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Colluders;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Reads which noise a request asks for.
@Component
record AskedNoises(CoordinatorLedger ledger, Rosters rosters) {
  static final String ASK_FOR_CLOSED =
      "ask for \"rounds\": \"closed\" in privacy, fewer colluders or more participants";

  private static final double DEFAULT_EPSILON = 3;

  /// Of an epsilon that the poorest account determines.
  private static final double STEP = 1e-3;

  /// Returns the noise of a request: that of its word, else the noise that the accounts of the
  /// cohort allow.
  ///
  /// @param cohort that the request names
  /// @throws DraftRefusal if the word is not known
  AskedNoise of(SessionRequest request, SortedSet<ParticipantId> cohort) {
    String word = request.noise();
    if (word != null && !word.equals(SessionRequest.NO_NOISE)) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          "/noise",
          "noise must be absent or \"%s\"".formatted(SessionRequest.NO_NOISE));
    }
    return word == null ? expected(request, cohort) : new AskedNoise.None();
  }

  private AskedNoise.Expected expected(SessionRequest request, SortedSet<ParticipantId> cohort) {
    double delta = ledger.defaultDelta();
    double rho = ledger.defaultRho(cohort) / sumsOfARound(request.policy(), cohort.size());
    return new AskedNoise.Expected(
        PrivacyParameters.of(epsilon(rho, delta), delta)
            .withUnit(PrivacyParameters.USER)
            .withColluders(colluders(cohort)));
  }

  /// Rejects a session whose noise allows for fewer colluders than its holders accept.
  ///
  /// @throws DraftRefusal with the number needed
  void requireColluders(SessionDraft draft) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return;
    }
    int stated =
        switch (draft.firstRound()) {
          case RoundKind.Closed _ -> terms.colluders();
          case RoundKind.Tolerant(var counts) -> Math.max(terms.colluders(), counts.corrupt());
        };
    int needed = colluders(draft.cohort());
    if (stated < needed) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          "/parameters/privacy/colluders",
          ("colluders must be at least %s for %s participants: holders reject fewer"
                  + " (colluders-too-few). Provided value: %s")
              .formatted(needed, draft.cohort().size(), stated));
    }
  }

  /// Rejects a session whose tolerant rounds may open sums that holders refuse as too small.
  ///
  /// @throws DraftRefusal with the number needed
  void requireHolders(SessionDraft draft) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))
        || !(draft.firstRound() instanceof RoundKind.Tolerant(var counts))) {
      return;
    }
    int colluders = Math.max(terms.colluders(), colluders(draft.cohort()));
    int needed =
        Colluders.leastSum(draft.cohort(), rosters.current().map(SignedRoster::roster), colluders);
    if (counts.minSurvivors() < needed) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          SettledPrivacy.POINTER + "/rounds",
          ("tolerant rounds of %s participants may open a sum of %s: holders need %s beside %s"
                  + " colluders (too-few-holders); %s")
              .formatted(
                  draft.cohort().size(), counts.minSurvivors(), needed, colluders, ASK_FOR_CLOSED));
    }
  }

  private int colluders(SortedSet<ParticipantId> cohort) {
    return Colluders.of(cohort, rosters.current().map(SignedRoster::roster));
  }

  /// An empty account gets the default, so that the ledger rejects the session with the numbers.
  private static double epsilon(double rho, double delta) {
    if (!(rho > 0)) {
      return DEFAULT_EPSILON;
    }
    double epsilon = Conversion.CKS.ofConcentrated(rho, delta).epsilon();
    return Math.min(DEFAULT_EPSILON, Math.max(STEP, STEP * Math.floor(epsilon / STEP + STEP)));
  }

  /// How many sums one round can have: repeated attempts over another cohort, or of a round that
  /// bears losses, have other noise.
  private static int sumsOfARound(@Nullable SessionPolicy policy, int participants) {
    boolean repeats =
        participants > Thresholds.MAX_COMPLETE
            || (policy != null && OnMissing.LEAVE_OUT_CELLS.label().equals(policy.onMissing()));
    return repeats ? PolicyDrafts.attempts(policy) : 1;
  }
}
