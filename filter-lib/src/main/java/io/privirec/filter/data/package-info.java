/// Data sets and where they come from: the one reader of interaction files, which refuses what it
/// does not understand, the readers of public data sets, seeded splits, a fingerprint, and a
/// synthetic data set that can be given away.
///
/// Entry types: [io.privirec.filter.data.InteractionReader] and
/// [io.privirec.filter.data.DatasetReader].
@NullMarked
package io.privirec.filter.data;

import org.jspecify.annotations.NullMarked;
