/// What the features refuse, as problems over HTTP.
@NullMarked
package io.privirec.coordinator.web;

import org.jspecify.annotations.NullMarked;
