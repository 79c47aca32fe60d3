/// Releases over HTTP: open to everyone, immutable.
@NullMarked
package io.privirec.coordinator.release.web;

import org.jspecify.annotations.NullMarked;
