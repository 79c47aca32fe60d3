/// Participations and approvals over HTTP.
@NullMarked
package io.privirec.client.runtime.web;

import org.jspecify.annotations.NullMarked;
