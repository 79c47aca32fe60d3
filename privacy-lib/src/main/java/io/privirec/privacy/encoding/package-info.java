/// What happens to a unit's vector before noise: clipped on integers, or rotated, rounded and kept
/// within a norm. The norm that sensitivities rest on is always checked on integers, exactly.
///
/// Entry types: [io.privirec.privacy.encoding.IntegerClipping] for data that is whole,
/// [io.privirec.privacy.encoding.ConditionalRounding] for real vectors.
@NullMarked
package io.privirec.privacy.encoding;

import org.jspecify.annotations.NullMarked;
