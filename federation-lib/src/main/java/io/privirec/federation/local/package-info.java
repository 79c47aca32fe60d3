/// Whole sessions in one process: for experiments, and to warm a service up.
@NullMarked
package io.privirec.federation.local;

import org.jspecify.annotations.NullMarked;
