/// Options of command lines, and how a command refuses them.
@NullMarked
package io.privirec.operator.option;

import org.jspecify.annotations.NullMarked;
