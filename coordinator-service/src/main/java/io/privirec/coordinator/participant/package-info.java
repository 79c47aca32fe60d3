/// Who may take part: participants, their identity keys, and enrolment by one-time tokens. Entry
/// type: [io.privirec.coordinator.participant.Participants]. Nothing of rounds or sessions belongs
/// here.
@NullMarked
package io.privirec.coordinator.participant;

import org.jspecify.annotations.NullMarked;
