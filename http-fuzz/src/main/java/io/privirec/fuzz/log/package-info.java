/// What services of this process log.
@NullMarked
package io.privirec.fuzz.log;

import org.jspecify.annotations.NullMarked;
