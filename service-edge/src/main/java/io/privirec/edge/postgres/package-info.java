/// PostgreSQL inside the service's own process tree, for runs that configure no other.
@NullMarked
package io.privirec.edge.postgres;

import org.jspecify.annotations.NullMarked;
