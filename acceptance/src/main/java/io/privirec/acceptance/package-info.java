/// Commands that try running services.
@NullMarked
package io.privirec.acceptance;

import org.jspecify.annotations.NullMarked;
