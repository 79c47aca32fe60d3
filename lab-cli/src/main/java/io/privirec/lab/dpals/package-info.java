/// Alternating least squares with privacy of users in the lab.
@NullMarked
package io.privirec.lab.dpals;

import org.jspecify.annotations.NullMarked;
