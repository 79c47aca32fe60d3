/// The roster over HTTP.
@NullMarked
package io.privirec.coordinator.roster.web;

import org.jspecify.annotations.NullMarked;
