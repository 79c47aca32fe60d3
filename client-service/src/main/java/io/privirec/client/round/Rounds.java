package io.privirec.client.round;

import io.privirec.client.consent.Newcomers;
import io.privirec.client.consent.SumAdmission;
import io.privirec.client.consent.Trust;
import io.privirec.client.contribution.ContributionPool;
import io.privirec.client.contribution.Contributions;
import io.privirec.client.contribution.RuntimeObserver;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.edge.trace.SessionTraces;
import java.security.SecureRandom;
import org.springframework.stereotype.Component;

/// Objects that the rounds of all participants of this process need.
///
/// @param trust under which threat models, and with whom, participants are summed
/// @param admission asks the participants' ledgers
/// @param newcomers the rule for holders that join alone
/// @param participants have the secrets that the noise of closed rounds follows from
@Component
public record Rounds(
    ParticipationStore store,
    RoundSteps steps,
    Contributions contributions,
    ContributionPool pool,
    Trust trust,
    SumAdmission admission,
    Newcomers newcomers,
    ParticipantStore participants,
    SecureRandom random,
    RuntimeObserver observer,
    SessionTraces traces) {}
