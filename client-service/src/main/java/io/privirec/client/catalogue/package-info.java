/// The public list of items, fetched from the coordinator and kept on disk. Versions only ever
/// grow, and a coordinator that serves one that does not is refused: stored interactions are
/// indices into the list.
///
/// Entry type: [io.privirec.client.catalogue.Catalogues].
@NullMarked
package io.privirec.client.catalogue;

import org.jspecify.annotations.NullMarked;
