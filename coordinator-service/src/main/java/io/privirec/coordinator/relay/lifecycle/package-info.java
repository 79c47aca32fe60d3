/// Ends the relay's long polls before the service stops.
@NullMarked
package io.privirec.coordinator.relay.lifecycle;

import org.jspecify.annotations.NullMarked;
