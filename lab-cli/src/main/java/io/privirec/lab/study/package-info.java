/// A table of measured values, and the files of a study.
@NullMarked
package io.privirec.lab.study;

import org.jspecify.annotations.NullMarked;
