/**
 * The words of secure aggregation: participants, rounds, phases, thresholds and the signed record
 * of a round.
 */
@NullMarked
package io.privirec.secagg;

import org.jspecify.annotations.NullMarked;
