/// Rosters: which participants there are, in which cells they are summed, and what follows for the
/// sums that were opened over time.
///
/// Exact sums are opened over whole cells or not at all. Every linear combination of such sums is
/// constant on the *atoms* of all cells that were ever used, so it is the atoms that must not be
/// small. Entry types: [io.privirec.secagg.roster.SignedRoster], a text that people can read, and
/// [io.privirec.secagg.roster.RosterCheck], which a participant asks before a roster is in force.
@NullMarked
package io.privirec.secagg.roster;

import org.jspecify.annotations.NullMarked;
