/// Columns of PostgreSQL whose values are sealed. Entry type:
/// [io.privirec.edge.postgres.sealed.SealedColumn].
@NullMarked
package io.privirec.edge.postgres.sealed;

import org.jspecify.annotations.NullMarked;
