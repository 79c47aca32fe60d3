/// The part of a participant in sessions and rounds: the terms that are settled for a session, the
/// states of its rounds, and the reasons for which the participant does not go on. The rows are
/// kept here. The packages `consent`, `contribution` and `round` work with them.
@NullMarked
package io.privirec.client.participation;

import org.jspecify.annotations.NullMarked;
