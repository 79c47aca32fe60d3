/// Parameters of algorithms as the API names them: one record for each algorithm, with its ranges,
/// its defaults and its description.
@NullMarked
package io.privirec.wire.algorithm;

import org.jspecify.annotations.NullMarked;
