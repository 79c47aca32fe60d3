/// The work queue over HTTP.
@NullMarked
package io.privirec.coordinator.work.web;

import org.jspecify.annotations.NullMarked;
