/// The listing of releases in PostgreSQL.
@NullMarked
package io.privirec.coordinator.release.persistence;

import org.jspecify.annotations.NullMarked;
