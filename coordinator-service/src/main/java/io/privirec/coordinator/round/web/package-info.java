/// Rounds over HTTP: protocol messages as binary bodies, chunks as streams.
@NullMarked
package io.privirec.coordinator.round.web;

import org.jspecify.annotations.NullMarked;
