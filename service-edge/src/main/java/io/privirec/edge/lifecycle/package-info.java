/// How a service process begins and ends.
@NullMarked
package io.privirec.edge.lifecycle;

import org.jspecify.annotations.NullMarked;
