/// Catalogue versions in PostgreSQL, the items in bulk.
@NullMarked
package io.privirec.coordinator.catalogue.persistence;

import org.jspecify.annotations.NullMarked;
