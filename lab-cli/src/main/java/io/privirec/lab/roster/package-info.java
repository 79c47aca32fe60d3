/// Commands for whoever keeps a roster: makes the key, signs, checks, explains, shows. Needs no
/// service and no network.
@NullMarked
package io.privirec.lab.roster;

import org.jspecify.annotations.NullMarked;
