/// Rosters of participants, signed by a key that the holder configured: who may be in a cohort.
///
/// Entry type: [io.privirec.client.roster.Rosters]. No Spring here.
@NullMarked
package io.privirec.client.roster;

import org.jspecify.annotations.NullMarked;
