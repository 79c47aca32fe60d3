/// Rosters in PostgreSQL.
@NullMarked
package io.privirec.coordinator.roster.persistence;

import org.jspecify.annotations.NullMarked;
