package io.privirec.coordinator.session;

import io.privirec.federation.Algorithm;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.Optional;
import java.util.SortedSet;

/// A request for a session that was found to be in order.
///
/// @param parameters with every default filled in
/// @param itemFeatures of the catalogue; empty: the algorithm does not read them
/// @param firstRound the rules of the first round
record SessionDraft(
    Algorithm algorithm,
    AlgorithmParameters parameters,
    SessionTerms terms,
    CatalogueVersion catalogue,
    Optional<ItemFeatures> itemFeatures,
    SortedSet<ParticipantId> cohort,
    RoundKind firstRound) {}
