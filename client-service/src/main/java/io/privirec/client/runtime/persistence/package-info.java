/// Participations and protocol states in PostgreSQL.
@NullMarked
package io.privirec.client.runtime.persistence;

import org.jspecify.annotations.NullMarked;
