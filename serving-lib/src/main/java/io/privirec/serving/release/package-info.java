/// Releases on their way from a coordinator: fetched, verified, kept. Entries:
/// [io.privirec.serving.release.ReleaseFeed], and [io.privirec.serving.release.ReleaseSigner] of
/// the coordinator.
@NullMarked
package io.privirec.serving.release;

import org.jspecify.annotations.NullMarked;
