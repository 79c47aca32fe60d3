/// What anybody may take of a service before it has said a word of HTTP: connections, and the time
/// that the head of a request is waited for. Entry type:
/// [io.privirec.edge.connections.GuardedProtocol].
@NullMarked
package io.privirec.edge.connections;

import org.jspecify.annotations.NullMarked;
