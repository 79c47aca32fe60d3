/// Alternating least squares in the lab.
@NullMarked
package io.privirec.lab.als;

import org.jspecify.annotations.NullMarked;
