/// Settings every service starts from; any other source of configuration overrides them.
@NullMarked
package io.privirec.edge.defaults;

import org.jspecify.annotations.NullMarked;
