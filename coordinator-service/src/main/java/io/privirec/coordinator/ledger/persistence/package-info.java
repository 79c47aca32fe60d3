/// The head of the ledger in PostgreSQL.
@NullMarked
package io.privirec.coordinator.ledger.persistence;

import org.jspecify.annotations.NullMarked;
