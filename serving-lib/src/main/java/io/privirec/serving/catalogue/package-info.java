/// The items of one catalogue version: ids, indices and titles. Entry:
/// [io.privirec.serving.catalogue.CatalogueIndex].
@NullMarked
package io.privirec.serving.catalogue;

import org.jspecify.annotations.NullMarked;
