/// Answers that say which version they are. Entry type: [io.privirec.edge.etag.Tagged].
@NullMarked
package io.privirec.edge.etag;

import org.jspecify.annotations.NullMarked;
