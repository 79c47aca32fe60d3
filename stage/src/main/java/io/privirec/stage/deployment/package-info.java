/// Services that work together: a coordinator, client-services with one roster, and a recommender.
/// Entry: [Deployment] starts them, and [Lifecycle] stops them whatever happens.
@NullMarked
package io.privirec.stage.deployment;

import org.jspecify.annotations.NullMarked;
