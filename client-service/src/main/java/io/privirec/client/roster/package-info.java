/// Rosters of participants and their cells, signed by a key that the holder configured: over whom
/// sums may be opened; and what participants sign for the keeper of the roster.
///
/// Entry types: [io.privirec.client.roster.Rosters] and [io.privirec.client.roster.Statements].
@NullMarked
package io.privirec.client.roster;

import org.jspecify.annotations.NullMarked;
