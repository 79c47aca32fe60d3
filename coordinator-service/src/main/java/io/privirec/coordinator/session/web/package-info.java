/// Sessions over HTTP.
@NullMarked
package io.privirec.coordinator.session.web;

import org.jspecify.annotations.NullMarked;
