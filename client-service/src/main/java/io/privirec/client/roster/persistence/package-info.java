/// Rosters in PostgreSQL.
@NullMarked
package io.privirec.client.roster.persistence;

import org.jspecify.annotations.NullMarked;
