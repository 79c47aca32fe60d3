/// From scores to ranked lists, and from ranked lists to metrics by exact name.
@NullMarked
package io.privirec.filter.ranking;

import org.jspecify.annotations.NullMarked;
