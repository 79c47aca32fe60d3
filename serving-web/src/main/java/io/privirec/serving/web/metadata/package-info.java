/// Metadata of items: kept in PostgreSQL, held in memory, effective at once where it is given and
/// soon in every other process on the same database. Entry type:
/// [io.privirec.serving.web.metadata.LiveMetadata].
@NullMarked
package io.privirec.serving.web.metadata;

import org.jspecify.annotations.NullMarked;
