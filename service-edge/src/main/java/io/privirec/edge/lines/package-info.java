/** Text that comes in line by line. */
@NullMarked
package io.privirec.edge.lines;

import org.jspecify.annotations.NullMarked;
