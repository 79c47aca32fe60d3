package io.privirec.client.runtime;

import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.peer.PeerMeetings;
import io.privirec.edge.trace.SessionTraces;
import java.security.SecureRandom;
import java.time.Clock;

/// What all participants of this process work with.
///
/// @param rejections words to the coordinator
/// @param broadcasts of running rounds
/// @param meetings with participants of others
/// @param trust under which threat models, and with whom, participants are summed
/// @param admission asks the participants' ledgers
/// @param kernel version of the code that computes contributions
record RuntimeParts(
    ParticipationStore store,
    Consents consents,
    ConsentPolicy policy,
    RejectionWord rejections,
    Catalogues catalogues,
    Snapshots snapshots,
    Broadcasts broadcasts,
    Algorithms algorithms,
    ContributionPool pool,
    PeerMeetings meetings,
    Trust trust,
    SumAdmission admission,
    String kernel,
    Clock clock,
    SecureRandom random,
    RuntimeObserver observer,
    SessionTraces traces) {}
