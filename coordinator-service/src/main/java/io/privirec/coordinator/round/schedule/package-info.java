/// The clock that closes phases. Deadlines are data: any replica may find one passed.
@NullMarked
package io.privirec.coordinator.round.schedule;

import org.jspecify.annotations.NullMarked;
