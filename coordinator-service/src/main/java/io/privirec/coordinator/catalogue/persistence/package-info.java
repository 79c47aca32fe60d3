/// Catalogue versions in PostgreSQL: the items in bulk by JDBC, the versions as entities.
@NullMarked
package io.privirec.coordinator.catalogue.persistence;

import org.jspecify.annotations.NullMarked;
