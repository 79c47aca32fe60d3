/// The ledger over HTTP.
@NullMarked
package io.privirec.coordinator.ledger.web;

import org.jspecify.annotations.NullMarked;
