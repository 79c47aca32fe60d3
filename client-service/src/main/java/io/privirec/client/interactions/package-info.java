/// Who interacted with what: the holder's data. It is imported here, read for snapshots and for
/// recommendations at home, and leaves the process in no other way.
///
/// Entry types: [io.privirec.client.interactions.InteractionImport] and
/// [io.privirec.client.interactions.InteractionStore].
@NullMarked
package io.privirec.client.interactions;

import org.jspecify.annotations.NullMarked;
