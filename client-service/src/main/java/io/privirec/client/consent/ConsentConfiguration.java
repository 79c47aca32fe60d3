package io.privirec.client.consent;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.participant.TrustSettings;
import io.privirec.client.roster.Rosters;
import io.privirec.federation.SumUses;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The rules by which sessions are consented to, and the roster that they ask.
@Configuration(proxyBeanMethods = false)
class ConsentConfiguration {
  @Bean
  SumAdmission sumAdmission(PrivacyLedgers ledgers, Rosters rosters) {
    return new SumAdmission(ledgers, new SumUses(), rosters::roster);
  }

  @Bean
  Newcomers newcomers(Rosters rosters, StandingApprovals approvals, ConsentSettings settings) {
    return new Newcomers(
        rosters::roster,
        rosters::namesOf,
        approvals,
        settings.joinAlone() == ConsentSettings.JoinAlone.ASK);
  }

  @Bean
  Trust trust(TrustSettings settings, Rosters rosters) {
    return new Trust(settings.threatModel(), rosters.isKeyed(), rosters::roster);
  }
}
