/// Records of the HTTP control plane, the release manifest and the problem types.
@NullMarked
package io.privirec.wire;

import org.jspecify.annotations.NullMarked;
