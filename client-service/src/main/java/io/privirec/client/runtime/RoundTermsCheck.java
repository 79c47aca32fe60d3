package io.privirec.client.runtime;

import static io.privirec.client.runtime.RefusedException.require;

import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.RoundRecord;
import io.privirec.session.OnLoss;
import io.privirec.session.SessionDigest;

/// Compares a round record with what the participant has settled for the session. Signature, cohort
/// and own key are checked by the protocol when it joins.
final class RoundTermsCheck {
  private RoundTermsCheck() {}

  /// Refuses a record that differs.
  ///
  /// @return the round as the algorithm states it
  static RoundSpec check(RoundRecord record, RoundKey key, SessionTerms terms, Algorithm algorithm)
      throws RefusedException {
    require(
        RoundKey.of(record, key.participant()).equals(key),
        Refusal.RECORD_MISMATCH,
        "the round record is about another round than the one asked for");
    require(
        record.threatModel() == terms.threatModel()
            && record.keyAgreement() == terms.keyAgreement(),
        Refusal.POLICY_MISMATCH,
        "the round record has another threat model or key agreement than the session shows");
    require(
        record.parameters().equals(SessionDigest.of(algorithm, terms.onLoss())),
        Refusal.PARAMETERS_MISMATCH,
        "the round record binds other parameters, or another onLoss, than the session shows");
    requireLossesAllowed(algorithm, terms.onLoss());
    require(
        terms.itemPairs().isPresent() || !algorithm.opensItemPairs(),
        Refusal.PARAMETERS_MISMATCH,
        "nobody was asked whether pairs of items of single users may be opened");
    require(
        record.catalogue().equals(terms.catalogue()),
        Refusal.CATALOGUE_MISMATCH,
        "the round record binds another catalogue than the session's");
    require(
        record.roundIndex() < algorithm.rounds().size(),
        Refusal.VECTOR_MISMATCH,
        "the algorithm has fewer rounds");
    RoundSpec round = algorithm.rounds().get(record.roundIndex());
    require(
        record.vector().equals(round.vector()),
        Refusal.VECTOR_MISMATCH,
        "the round sums another vector than the algorithm says");
    return round;
  }

  /// Refuses a session that may go on after losses where that tells of the lost.
  static void requireLossesAllowed(Algorithm algorithm, OnLoss onLoss) throws RefusedException {
    require(
        onLoss == OnLoss.STRICT || algorithm.toleratesLosses(),
        Refusal.LOSS_TOLERATED,
        "the session goes on after losses, which would show the data of whoever is lost");
  }
}
