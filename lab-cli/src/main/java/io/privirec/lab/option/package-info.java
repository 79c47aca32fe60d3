/// What several commands take from the command line, and the files that they write.
@NullMarked
package io.privirec.lab.option;

import org.jspecify.annotations.NullMarked;
