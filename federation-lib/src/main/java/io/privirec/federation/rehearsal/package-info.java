/// Sessions over made-up values, which try a deployment without anybody's data.
@NullMarked
package io.privirec.federation.rehearsal;

import org.jspecify.annotations.NullMarked;
