/// What every service's API description has in common.
@NullMarked
package io.privirec.edge.openapi;

import org.jspecify.annotations.NullMarked;
