/// Attacks on what sessions open: they read histories from exact sums, and fail where sums carry
/// noise. Entry: [AttackCommand]. Nothing here is used by a service.
@NullMarked
package io.privirec.lab.attack;

import org.jspecify.annotations.NullMarked;
