/// Mailboxes in PostgreSQL.
@NullMarked
package io.privirec.coordinator.relay.persistence;

import org.jspecify.annotations.NullMarked;
