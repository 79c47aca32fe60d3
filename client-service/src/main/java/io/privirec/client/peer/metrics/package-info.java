/// Meters of meetings.
@NullMarked
package io.privirec.client.peer.metrics;

import org.jspecify.annotations.NullMarked;
