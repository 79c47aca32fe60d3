/// Text that comes in line by line. Entry type: [io.privirec.filter.lines.Utf8Lines].
@NullMarked
package io.privirec.filter.lines;

import org.jspecify.annotations.NullMarked;
