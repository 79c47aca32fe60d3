/// Ledgers over HTTP, for the holder.
@NullMarked
package io.privirec.client.ledger.web;

import org.jspecify.annotations.NullMarked;
