package io.privirec.client.participation;

import io.privirec.edge.postgres.sealed.SealedColumn;
import io.privirec.edge.sealing.SealedRows;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class ParticipationConfiguration {
  @Bean
  SealedRows protocolStateRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "round_participation",
        "sealed_state",
        List.of("round_id", "participant"),
        key -> JdbcParticipationStore.place(key.get(0), key.get(1)));
  }

  @Bean
  SealedRows sessionSecretRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "participation",
        "sealed_secret",
        List.of("session_id", "participant"),
        key -> JdbcParticipationStore.secretPlace(key.get(0), key.get(1)));
  }

  @Bean
  SealedRows noiseSeedRows(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SealedColumn(
        jdbc,
        transactions,
        "round_participation",
        "sealed_noise_seed",
        List.of("round_id", "participant"),
        key -> JdbcParticipationStore.noisePlace(key.get(0), key.get(1)));
  }
}
