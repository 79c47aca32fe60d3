/// Database, disk and coordinator, which a service depends on and does not control. Entry types:
/// [io.privirec.edge.dependency.Dependency] and [io.privirec.edge.dependency.Outages].
@NullMarked
package io.privirec.edge.dependency;

import org.jspecify.annotations.NullMarked;
