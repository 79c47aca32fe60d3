/// The coordinator over HTTP. The client calls out only; nothing here knows what the messages mean.
///
/// Entry type: [io.privirec.client.coordinator.CoordinatorClient].
@NullMarked
package io.privirec.client.coordinator;

import org.jspecify.annotations.NullMarked;
