/// What lines of the log have in common. Entry type: [io.privirec.edge.log.LogField].
@NullMarked
package io.privirec.edge.log;

import org.jspecify.annotations.NullMarked;
