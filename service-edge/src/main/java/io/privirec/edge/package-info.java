/// What every service process shares at its edge: problem details, request tokens, embedded
/// PostgreSQL.
@NullMarked
package io.privirec.edge;

import org.jspecify.annotations.NullMarked;
