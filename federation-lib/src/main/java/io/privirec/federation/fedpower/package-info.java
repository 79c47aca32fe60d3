/// FedPower: a federated singular value decomposition, whose nodes make several steps between two
/// sums.
@NullMarked
package io.privirec.federation.fedpower;

import org.jspecify.annotations.NullMarked;
