/**
 * Reconstruction of users' histories from sums without noise, and the exposure of a holder's users.
 *
 * <p>Entry types: {@link io.privirec.exposure.Reconstruction} for attackers, {@link
 * io.privirec.exposure.Exposure} for a holder's own data.
 */
@NullMarked
package io.privirec.exposure;

import org.jspecify.annotations.NullMarked;
