/// The service as a whole, over real HTTP and a real PostgreSQL.
@NullMarked
package io.privirec.coordinator;

import org.jspecify.annotations.NullMarked;
