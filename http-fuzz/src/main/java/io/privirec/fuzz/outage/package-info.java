/// Outages of dependencies, for tests of running services: [io.privirec.fuzz.outage.FaultyDatabase]
/// and [io.privirec.fuzz.outage.OutageWatch].
@NullMarked
package io.privirec.fuzz.outage;

import org.jspecify.annotations.NullMarked;
