/// Graph filters: the exact factored form, and the folded item-item filter that everybody scores.
@NullMarked
package io.privirec.filter.graph;

import org.jspecify.annotations.NullMarked;
