/// Published results: immutable directories of model files, a signed manifest, and their listing.
/// Entry type: [io.privirec.coordinator.release.Releases].
@NullMarked
package io.privirec.coordinator.release;

import org.jspecify.annotations.NullMarked;
