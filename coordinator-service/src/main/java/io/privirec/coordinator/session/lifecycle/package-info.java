/// When sessions are driven: from the service's start to its end.
@NullMarked
package io.privirec.coordinator.session.lifecycle;

import org.jspecify.annotations.NullMarked;
