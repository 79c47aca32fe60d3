package io.privirec.client.participant;

import io.privirec.edge.postgres.sealed.SealedColumn;
import io.privirec.edge.sealing.SealedRows;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/// Rows of participants that a change of the master key seals anew.
@Configuration(proxyBeanMethods = false)
class ParticipantConfiguration {
  @Bean
  SealedRows identityRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "participant",
        "sealed_identity",
        List.of("id"),
        key -> JdbcParticipantStore.place(key.getFirst()));
  }

  @Bean
  SealedRows noiseSecretRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "participant",
        "sealed_noise_secret",
        List.of("id"),
        key -> JdbcParticipantStore.noisePlace(key.getFirst()));
  }
}
