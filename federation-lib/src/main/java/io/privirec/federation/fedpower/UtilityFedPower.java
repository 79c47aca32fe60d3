package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Disclosure;
import io.privirec.federation.Notice;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.Selection;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// FedPower with the noise of a single node [FP, Algorithm 2] (docs/algorithms.md). Each
/// participant adds noise to its product. Then the noise of all participants but one is subtracted.
/// Only the coordinator knows whose noise is left.
///
/// A synchronisation has three sums. The first is of noisy products. The second is of encrypted
/// noise: each participant multiplies its noise with an encrypted selector, 1 or 0. The third is
/// the total of the second, which a key holder decrypted. Before the first synchronisation the key
/// holder sends its public key. Each participant sends a key for sealing its selector, so that the
/// key holder cannot decrypt the selector.
///
/// The sums carry no ε, because a participant knows its own noise.
public record UtilityFedPower(UtilityTerms terms) implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = UtilityFedPowerParameters.ALGORITHM;

  /// Least number of participants. Among three, the key holder would subtract its own noise from
  /// the total, and know the noise of the other.
  public static final int FEWEST_PARTICIPANTS = 4;

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .requiring(
            new Requirement.CohortRange(FEWEST_PARTICIPANTS, NoiseKeys.MOST_PARTICIPANTS),
            new Requirement.NamedParticipant(terms.keyHolder(), "/parameters/keyHolder"),
            new Requirement.ParticipantSecret())
        .warning(
            List.of(
                "The noise that is left on the sums is one participant's, which knows it, and a coordinator"
                    + " that does not follow the protocol can have none left: it bounds nothing that the"
                    + " sums tell, and ledgers count them as exact."))
        .telling(
            new Notice(
                "Everybody adds noise, and that of all participants but one is subtracted again. The noise"
                    + " that is left bounds nothing that the sums tell."),
            new Notice(
                new Notice.Only(terms.keyHolder()),
                "This participant makes the key and decrypts the total of the others' noise."),
            new Notice(
                new Notice.AllBut(terms.keyHolder()),
                "%s makes the key and decrypts the total of the noise."
                    .formatted(terms.keyHolder())));
  }

  private List<Round> rounds() {
    ProductRounds products = new ProductRounds(terms.base());
    UtilityNode node = new UtilityNode(terms);
    UtilityCoordinator coordinator = new UtilityCoordinator(terms);
    List<Round> rounds = new ArrayList<>();
    rounds.add(products.counts(terms.round(1, UtilityTerms.Part.PRODUCT)));
    for (int n = 1; n <= terms.base().syncs(); n++) {
      int sync = n;
      rounds.add(
          new Round(
                  terms.round(sync, UtilityTerms.Part.PRODUCT),
                  input -> node.noisyProduct(input, sync),
                  (sum, work) -> coordinator.afterProduct(sync, sum, work))
              .repeating(products::constants));
      if (sync == 1) {
        rounds.add(
            new Round(terms.round(1, UtilityTerms.Part.KEYS), node::keys, coordinator::afterKeys));
      }
      rounds.add(
          new Round(
                  terms.round(sync, UtilityTerms.Part.ANSWERS),
                  input -> node.answers(input, sync),
                  (sum, work) -> coordinator.afterAnswers(sync, sum, work))
              .repeating(products::constants)
              .inspected(new Round.Inspection(terms.keyHolder(), node::inspect)));
      rounds.add(
          new Round(
              terms.round(sync, UtilityTerms.Part.TOTAL),
              node::total,
              (sum, work) -> coordinator.afterTotal(sync, sum, work)));
    }
    return rounds;
  }

  /// Without the noise of the last node.
  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        terms.base().frame().minSupport(),
        terms.base().frame().topN(),
        () -> terms.base().frame().model().filter(terms.centralFactors(data)));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return terms.base().refusal(users, itemDegrees);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return terms.base().selections();
  }

  private Digest digest() {
    return ParameterDigest.of(
        List.of(
            ID + "/v1",
            terms.base().digest(),
            Double.doubleToRawLongBits(terms.sigma()),
            terms.keyHolder().value(),
            terms.exponentBits()));
  }

  /// The sums count as exact: a participant knows the noise that is left, and a coordinator that
  /// lies leaves no noise.
  private Disclosure disclosure() {
    return terms.base().disclosure();
  }

  /// With the keys and a sum of noisy products, too.
  private Publication publication() {
    Publication factors = terms.base().publication();
    return new Publication(
        factors.own(),
        factors.writing(),
        factors.ownBytes() + NoiseKeys.fileBytes() + (long) Long.BYTES * terms.length());
  }

  private WorkingSet workingSet() {
    return new WorkingSet(
        UtilityCoordinator.workingSetBytes(terms), UtilityNode.workingSetBytes(terms));
  }
}
