/// The meters of running services.
@NullMarked
package io.privirec.stage.meters;

import org.jspecify.annotations.NullMarked;
