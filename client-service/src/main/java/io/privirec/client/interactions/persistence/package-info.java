/// The interaction store in PostgreSQL: bulk in by arrays, bulk out by cursor.
@NullMarked
package io.privirec.client.interactions.persistence;

import org.jspecify.annotations.NullMarked;
