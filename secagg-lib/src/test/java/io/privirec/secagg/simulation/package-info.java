/// Rounds in one process under a hostile network: messages are lost, delayed, repeated and
/// reordered, clocks jump, either side dies between any two steps. Everything follows from a seed.
@NullMarked
package io.privirec.secagg.simulation;

import org.jspecify.annotations.NullMarked;
