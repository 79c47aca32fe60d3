/// Whether the release before runs on the tables of the next one: rules for migrations, looked for
/// in a real database. Begin with [io.privirec.fuzz.migration.Migrations].
@NullMarked
package io.privirec.fuzz.migration;

import org.jspecify.annotations.NullMarked;
