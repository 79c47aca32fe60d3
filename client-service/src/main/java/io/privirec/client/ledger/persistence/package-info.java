/// Heads of ledgers in the database.
@NullMarked
package io.privirec.client.ledger.persistence;

import org.jspecify.annotations.NullMarked;
