package io.privirec.client.round;

import static io.privirec.client.participation.RefusedException.require;

import io.privirec.client.contribution.Contributions;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionTerms;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Requirement;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import java.util.Comparator;
import java.util.Optional;

/// Compares a round record with what the participant has settled for the session. Signature, own
/// key and that the cohort is whole cells are checked by the protocol when it joins; whether the
/// cells are those consented to, by [CohortTerms].
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
        record.parameters().equals(terms.cohort().digest(algorithm, terms.dataAsOf())),
        Refusal.PARAMETERS_MISMATCH,
        "the round record binds other parameters, another onMissing, minParticipants or dataAsOf,"
            + " than the session shows");
    require(
        terms.itemPairs().isPresent() || !algorithm.disclosure().opensItemPairs(),
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
    requireMet(record, algorithm);
    RoundSpec round = algorithm.specs().get(record.roundIndex());
    require(
        record.vector().equals(round.vector()),
        Refusal.VECTOR_MISMATCH,
        "the round sums another vector than the algorithm says");
    require(
        record.isClosed() || !algorithm.disclosure().readsData() || round.noise().isPresent(),
        Refusal.EXACT_SUM_NOT_CLOSED,
        "the sum would be over data, without noise, and bear losses");
    require(
        record.isClosed() == (round instanceof RoundSpec.ClosedSum),
        Refusal.POLICY_MISMATCH,
        "the round is of another kind than the algorithm says");
    // A coordinator that deviates would open smaller sums, with less noise than is counted.
    require(
        record.threatModel() == ThreatModel.SEMI_MALICIOUS || round.noise().isEmpty(),
        Refusal.THREAT_MODEL_TOO_WEAK,
        "a sum with noise needs semi-malicious rounds");
    return round;
  }

  /// Refuses a cohort that the algorithm does not work with. A topology counts in the round in
  /// which participants compute among themselves.
  private static void requireMet(RoundRecord record, Algorithm algorithm) throws RefusedException {
    boolean meets = algorithm.rounds().get(record.roundIndex()).peers().isPresent();
    Optional<Requirement.Unmet> unmet =
        algorithm.unmet(Contributions.cohort(record)).stream()
            .filter(each -> meets || each.fault() != Requirement.Fault.TOPOLOGY_INVALID)
            .min(Comparator.comparing(Requirement.Unmet::fault));
    if (unmet.isPresent()) {
      throw switch (unmet.get().fault()) {
        case TOO_SMALL, TOO_LARGE ->
            new RefusedException(
                Refusal.PARAMETERS_MISMATCH,
                "the cohort is smaller or larger than the algorithm takes");
        case PARTICIPANT_MISSING ->
            new RefusedException(
                Refusal.COHORT_CHANGED,
                "the cohort lacks a participant that the session's parameters name");
        case TOPOLOGY_INVALID ->
            new RefusedException(Refusal.TOPOLOGY_INVALID, unmet.get().detail());
      };
    }
  }
}
