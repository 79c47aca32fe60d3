/// The decentralised power method between peers [DD]: [DecentralisedPower] in one process, over the
/// weights of a [Mixing], and what a peer's view tells of a row ([PeerView], [RowAccount]).
@NullMarked
package io.privirec.federation.ddppm;

import org.jspecify.annotations.NullMarked;
