/// `./privirec`: tools for operators and holders.
@NullMarked
package io.privirec.operator;

import org.jspecify.annotations.NullMarked;
