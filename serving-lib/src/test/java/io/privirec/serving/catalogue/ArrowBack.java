package io.privirec.serving.catalogue;

import io.privirec.serving.ranking.Recommender;

/// Depends on what depends on its package, which the rule on packages must find.
public record ArrowBack(Recommender recommender) {}
