/// Public data sets: readers that refuse what they do not understand, a seeded split, a
/// fingerprint, and a synthetic data set that can be given away.
@NullMarked
package io.privirec.filter.data;

import org.jspecify.annotations.NullMarked;
