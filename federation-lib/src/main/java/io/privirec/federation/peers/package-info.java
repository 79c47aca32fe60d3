/// What participants compute among themselves while a round is open: on what terms ([PeerTerms]),
/// what an algorithm asks of it ([PeerSums]), what it asks of whoever carries messages
/// ([PeerSteps]), and the two ways of adding up. What they have found outlives a restart
/// ([PeerJournal]).
@NullMarked
package io.privirec.federation.peers;

import org.jspecify.annotations.NullMarked;
