/// What the coordinator tells anyone of itself.
@NullMarked
package io.privirec.coordinator.identity.web;

import org.jspecify.annotations.NullMarked;
