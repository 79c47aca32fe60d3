/// What studies share: a table of measured values, and the files that a study writes.
@NullMarked
package io.privirec.lab.study;

import org.jspecify.annotations.NullMarked;
