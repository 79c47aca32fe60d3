/// Per algorithm, side by side: what the coordinator plans and what a participant contributes.
@NullMarked
package io.privirec.federation;

import org.jspecify.annotations.NullMarked;
