/// The roster: which participants there are, and in which cells their data is summed. It is the
/// holders' and signed by their keeper; the coordinator forms cohorts by it and need not trust it,
/// because every participant checks its own copy. Entry type: [Rosters].
@NullMarked
package io.privirec.coordinator.roster;

import org.jspecify.annotations.NullMarked;
