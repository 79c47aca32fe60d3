/// What a holder's participants compute with those of others, without the coordinator: one
/// [PeerMeetings] for the process, with a meeting for each participant and session. Envelopes go to
/// the address that the roster says, or by the coordinator's relay to who has none.
@NullMarked
package io.privirec.client.peer;

import org.jspecify.annotations.NullMarked;
