/// The catalogue over HTTP: NDJSON in, NDJSON out.
@NullMarked
package io.privirec.coordinator.catalogue.web;

import org.jspecify.annotations.NullMarked;
