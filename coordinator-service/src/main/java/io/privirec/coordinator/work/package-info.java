/// What participants still owe, by long poll: participants call out, the coordinator never dials.
@NullMarked
package io.privirec.coordinator.work;

import org.jspecify.annotations.NullMarked;
