/// Hosting over HTTP.
@NullMarked
package io.privirec.client.participant.web;

import org.jspecify.annotations.NullMarked;
