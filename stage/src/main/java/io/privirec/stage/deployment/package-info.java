/// A coordinator, client-services with the same roster, and a recommender. [Deployment] starts
/// these services. [Lifecycle] stops them in all cases.
@NullMarked
package io.privirec.stage.deployment;

import org.jspecify.annotations.NullMarked;
