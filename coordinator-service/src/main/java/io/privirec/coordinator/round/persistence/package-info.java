/// Rounds as entities; event log and chunk records by JDBC.
@NullMarked
package io.privirec.coordinator.round.persistence;

import org.jspecify.annotations.NullMarked;
