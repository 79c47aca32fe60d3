/// The participants hosted here: their identity keys, their enrolment, the coordinator key they
/// pin.
///
/// Entry types: [io.privirec.client.participant.Hosting] and
/// [io.privirec.client.participant.ParticipantStore].
@NullMarked
package io.privirec.client.participant;

import org.jspecify.annotations.NullMarked;
