package io.privirec.client.runtime;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ThreatModel;
import io.privirec.session.OnLoss;
import io.privirec.wire.AlgorithmParameters;
import java.util.Optional;

/// What a participant has settled for a session at first contact.
///
/// @param onLoss what the session does when a participant is lost after its first round
/// @param items length of the session's catalogue
/// @param snapshot digest of the data frozen for this session
/// @param data digest of all interactions at that time, also of those beyond the catalogue
/// @param itemPairs of the frozen data, where the algorithm opens pairs of items of single users;
///   such a session is joined only once somebody has approved it
public record SessionTerms(
    String algorithm,
    AlgorithmParameters parameters,
    ThreatModel threatModel,
    KeyAgreement keyAgreement,
    OnLoss onLoss,
    int catalogueVersion,
    Digest catalogue,
    int items,
    Digest snapshot,
    Digest data,
    Optional<ItemPairs> itemPairs) {}
