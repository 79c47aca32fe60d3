/// The listener for peers, on a port of its own.
@NullMarked
package io.privirec.client.peer.web;

import org.jspecify.annotations.NullMarked;
