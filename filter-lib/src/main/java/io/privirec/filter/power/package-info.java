/// The parts of a federated singular value decomposition, in doubles: a node's rows, its steps
/// between two sums, and the subspaces that come of them. Entry type:
/// [io.privirec.filter.power.LocalPower].
@NullMarked
package io.privirec.filter.power;

import org.jspecify.annotations.NullMarked;
