/// Models from all data in one place, measured: `./lab evaluate`.
@NullMarked
package io.privirec.lab.experiment;

import org.jspecify.annotations.NullMarked;
