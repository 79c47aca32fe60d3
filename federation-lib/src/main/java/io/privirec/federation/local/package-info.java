/// Whole sessions in one process, for experiments.
@NullMarked
package io.privirec.federation.local;

import org.jspecify.annotations.NullMarked;
