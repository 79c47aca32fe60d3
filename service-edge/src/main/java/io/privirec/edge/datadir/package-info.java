/// The directory where a service keeps its state, and the secrets it generates there.
@NullMarked
package io.privirec.edge.datadir;

import org.jspecify.annotations.NullMarked;
