/** From a release directory to answers: verified, memory-mapped, scored, explained. */
@NullMarked
package io.privirec.serving;

import org.jspecify.annotations.NullMarked;
