package io.privirec.client.runtime;

import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.peer.PeerMeetings;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.secagg.ParticipantId;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Function;

/// What all participants of this process work with.
///
/// @param rejections words to the coordinator
/// @param broadcasts of running rounds
/// @param maskedVectors of running rounds with noise
/// @param meetings with participants of others
/// @param trust under which threat models, and with whom, participants are summed
/// @param admission asks the participants' ledgers
/// @param exposures that persons see before they approve
/// @param newcomers the rule for holders that join alone
/// @param noiseSecrets the secret that the noise of a participant's closed rounds follows from
/// @param kernel version of the code that computes contributions
record RuntimeParts(
    ParticipationStore store,
    RoundSteps steps,
    Consents consents,
    ConsentSettings policy,
    RejectionWord rejections,
    Catalogues catalogues,
    Snapshots snapshots,
    Broadcasts broadcasts,
    MaskedVectors maskedVectors,
    Algorithms algorithms,
    ContributionPool pool,
    PeerMeetings meetings,
    Trust trust,
    SumAdmission admission,
    Exposures exposures,
    Newcomers newcomers,
    Function<ParticipantId, SecretBytes> noiseSecrets,
    String kernel,
    Clock clock,
    SecureRandom random,
    RuntimeObserver observer,
    LoopFailures failures,
    SessionTraces traces) {}
