package io.privirec.client.participation;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a participant has settled for a session at first contact, for whoever consents to it.
///
/// @param dataAsOf names the snapshot that the session is over, in whole milliseconds
/// @param items length of the session's catalogue
/// @param itemPairs of the data as it was frozen at consent, if the algorithm opens pairs of items
///   of single users; empty before consent. A person must approve such a session
public record SessionTerms(
    String algorithm,
    AlgorithmParameters parameters,
    ThreatModel threatModel,
    KeyAgreement keyAgreement,
    CohortTerms cohort,
    Instant dataAsOf,
    int catalogueVersion,
    Digest catalogue,
    int items,
    Optional<ItemPairs> itemPairs) {
  /// Returns the same terms with pairs that were counted for a person who is asked.
  public SessionTerms with(Optional<ItemPairs> counted) {
    return new SessionTerms(
        algorithm,
        parameters,
        threatModel,
        keyAgreement,
        cohort,
        dataAsOf,
        catalogueVersion,
        catalogue,
        items,
        counted);
  }

  /// Whether contributions depend on the participant's data.
  public boolean readsData() {
    return disclosure().readsData();
  }

  /// Whether the session's sums over data carry no noise.
  public boolean isWithoutNoise() {
    return disclosure() instanceof Disclosure.ExactSums;
  }

  /// What the session's sums show.
  public Disclosure disclosure() {
    return settled().disclosure();
  }

  /// What a participant should know of its part beside that, in sentences.
  public List<String> noticesFor(ParticipantId participant) {
    return settled().noticesFor(participant);
  }

  /// The session's algorithm.
  public Algorithm settled() {
    try {
      return AlgorithmRegistry.build(parameters, items);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(
          "terms that were settled name no algorithm of this version", e);
    }
  }
}
