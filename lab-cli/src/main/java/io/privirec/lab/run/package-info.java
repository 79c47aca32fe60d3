/// `lab run`: the whole platform on one machine, from a data set to recommendations and their
/// quality. Entry: [RunCommand].
@NullMarked
package io.privirec.lab.run;

import org.jspecify.annotations.NullMarked;
