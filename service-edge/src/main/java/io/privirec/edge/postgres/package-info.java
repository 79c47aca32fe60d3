/// PostgreSQL inside the service's own process tree, for runs that configure no other, and rows
/// that several services store.
@NullMarked
package io.privirec.edge.postgres;

import org.jspecify.annotations.NullMarked;
