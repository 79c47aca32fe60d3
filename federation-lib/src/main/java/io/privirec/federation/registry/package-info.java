/// All algorithms that a session can ask for, by name: the one place that knows every family.
@NullMarked
package io.privirec.federation.registry;

import org.jspecify.annotations.NullMarked;
