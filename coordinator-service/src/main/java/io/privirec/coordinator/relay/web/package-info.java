/// The relay over HTTP.
@NullMarked
package io.privirec.coordinator.relay.web;

import org.jspecify.annotations.NullMarked;
