/// Recommendations at home: the newest release is downloaded, verified against the pinned key, and
/// scored here with the users' own histories, which go nowhere.
///
/// Entry types: [io.privirec.client.recommendations.HomeRecommendations] and
/// [io.privirec.client.recommendations.ReleaseFollower].
@NullMarked
package io.privirec.client.recommendations;

import org.jspecify.annotations.NullMarked;
