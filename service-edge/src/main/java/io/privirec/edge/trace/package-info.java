/// Traces over the services. Entry type: [io.privirec.edge.trace.SessionTraces].
@NullMarked
package io.privirec.edge.trace;

import org.jspecify.annotations.NullMarked;
