/// Commands for whoever keeps a roster: makes the key, signs, checks, explains, shows. Needs no
/// service and no network.
@NullMarked
package io.privirec.operator.roster;

import org.jspecify.annotations.NullMarked;
