/// The ring of integers modulo a power of two in which masked vectors are summed, and the proof
/// that a sum of honest values fits it.
@NullMarked
package io.privirec.crypto.ring;

import org.jspecify.annotations.NullMarked;
