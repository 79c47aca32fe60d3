package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.AlgorithmParameters;

/// What a participant has settled for a session at first contact.
///
/// @param items length of the session's catalogue
/// @param snapshot digest of the data frozen for this session
public record SessionTerms(
    String algorithm,
    AlgorithmParameters parameters,
    int catalogueVersion,
    Digest catalogue,
    int items,
    Digest snapshot) {}
