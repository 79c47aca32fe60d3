/// Alternating least squares with privacy of users (DPALS): `dpals` over ratings, `dpials` over
/// interactions. Every sum carries noise; users' vectors never leave their participant.
@NullMarked
package io.privirec.federation.dpals;

import org.jspecify.annotations.NullMarked;
