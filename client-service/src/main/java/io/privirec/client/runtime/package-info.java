/// The participant runtime: one loop per hosted participant asks the coordinator what the
/// participant owes, and does it, or refuses.
///
/// Everything a participant says is persisted before it is sent, so that a restart can only repeat
/// it. Entry type: [io.privirec.client.runtime.ParticipantRuntime].
@NullMarked
package io.privirec.client.runtime;

import org.jspecify.annotations.NullMarked;
