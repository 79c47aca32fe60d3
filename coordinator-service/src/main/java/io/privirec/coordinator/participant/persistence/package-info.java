/// Participants and enrolment tokens in PostgreSQL.
@NullMarked
package io.privirec.coordinator.participant.persistence;

import org.jspecify.annotations.NullMarked;
