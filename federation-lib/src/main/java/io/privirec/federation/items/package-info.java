/// The first sum without noise of algorithms on interactions: item degrees, and what later rounds
/// make of them.
@NullMarked
package io.privirec.federation.items;

import org.jspecify.annotations.NullMarked;
