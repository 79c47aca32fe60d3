/// Factor models: items have vectors, a user's vector follows from a history by least squares.
@NullMarked
package io.privirec.filter.factor;

import org.jspecify.annotations.NullMarked;
