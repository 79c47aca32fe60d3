/// Chunks and sums on the disk of one machine, summed on its cores.
@NullMarked
package io.privirec.round.local;

import org.jspecify.annotations.NullMarked;
