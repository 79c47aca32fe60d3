/// Attacks on sessions in a row whose sums carry noise, and the bounds that the claims set. Entry:
/// [SessionsCommand]. The checks see everything, so that they can play each attacker.
@NullMarked
package io.privirec.lab.attack.sessions;

import org.jspecify.annotations.NullMarked;
