/// Sessions and their stages in PostgreSQL.
@NullMarked
package io.privirec.coordinator.session.persistence;

import org.jspecify.annotations.NullMarked;
