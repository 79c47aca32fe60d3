package io.privirec.wire;

import java.time.Instant;

/// A release that arrived at a recommender and did not become active.
///
/// @param modelVersion id of the release
/// @param protection the kind of the release
/// @param reason the first rule that kept it inactive: `pinned`, `chosen-by-hand`, `not-accepted`,
///   `popularity-alone` or `older`
/// @param inWords the reason, for people
/// @param since when it arrived
public record InactiveRelease(
    String modelVersion, Protection protection, String reason, String inWords, Instant since) {}
