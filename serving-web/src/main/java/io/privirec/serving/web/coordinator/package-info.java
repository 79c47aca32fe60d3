/// Where the coordinator is and how calls to it are secured. Entry type:
/// [io.privirec.serving.web.coordinator.CoordinatorSettings].
@NullMarked
package io.privirec.serving.web.coordinator;

import org.jspecify.annotations.NullMarked;
