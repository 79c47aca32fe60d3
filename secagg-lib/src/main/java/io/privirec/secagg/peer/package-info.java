/// Sums that the participants of a round make among themselves, without the coordinator: who they
/// are ([PeerGroup]), what they send each other ([PeerMessage] in a [PeerEnvelope]), and one
/// participant's side of it ([PeerParty]). No network, no clock and no storage is in here.
@NullMarked
package io.privirec.secagg.peer;

import org.jspecify.annotations.NullMarked;
