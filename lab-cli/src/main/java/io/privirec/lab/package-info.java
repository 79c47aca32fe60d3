/** The command line: the demo run with its supervisor and evaluator, and experiments. */
@NullMarked
package io.privirec.lab;

import org.jspecify.annotations.NullMarked;
