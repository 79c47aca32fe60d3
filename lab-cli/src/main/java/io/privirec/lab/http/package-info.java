/// The meters of running services.
@NullMarked
package io.privirec.lab.http;

import org.jspecify.annotations.NullMarked;
