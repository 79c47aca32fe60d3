/// Meters of the participant runtime.
@NullMarked
package io.privirec.client.runtime.metrics;

import org.jspecify.annotations.NullMarked;
