/// Participants in PostgreSQL.
@NullMarked
package io.privirec.client.participant.persistence;

import org.jspecify.annotations.NullMarked;
