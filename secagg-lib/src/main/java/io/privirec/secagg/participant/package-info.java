/// The participant's side of a round: the security boundary of a data holder.
///
/// Entry type: [io.privirec.secagg.participant.ParticipantProtocol]. The participant trusts nothing
/// it is told by the coordinator; every check that protects its input is made here.
@NullMarked
package io.privirec.secagg.participant;

import org.jspecify.annotations.NullMarked;
