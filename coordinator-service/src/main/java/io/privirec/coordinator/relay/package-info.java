/// Envelopes of participants for participants that have no address. Entry type:
/// [io.privirec.coordinator.relay.Relay]. What is in an envelope the coordinator cannot read.
@NullMarked
package io.privirec.coordinator.relay;

import org.jspecify.annotations.NullMarked;
