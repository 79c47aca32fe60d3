/// The public, versioned list of items: index ↔ id, title, category. Entry type:
/// [io.privirec.coordinator.catalogue.Catalogues]. Who interacted with an item is never known here.
@NullMarked
package io.privirec.coordinator.catalogue;

import org.jspecify.annotations.NullMarked;
